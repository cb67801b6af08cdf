/// The longest part of a list of distinct numbers that is in order; n log n.
enum IncreasingSubsequence {
  /// The places of its members.
  static func longest(in numbers: [Int]) -> [Int] {
    /// The place of the smallest last number of a run of each length.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var place = ends.last
    while let index = place {
      run.append(index)
      place = before[index]
    }
    return run.reversed()
  }
}
