import Foundation

/// The file of a store that is read and written as a whole: replaced in one step, so that a reader and a crash see the old
/// contents or the new ones.
struct StoreFile {
  let url: URL

  /// Tells whether a file is still the one that was read.
  struct Stamp: Equatable {
    fileprivate let device: UInt64
    fileprivate let node: UInt64
    fileprivate let size: Int64
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
  }

  /// nil when there is no file.
  var stamp: Stamp? {
    guard let info = status(of: url.path) else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Stamp(
      device: UInt64(info.st_dev), node: UInt64(info.st_ino), size: Int64(info.st_size), seconds: time.tv_sec,
      nanoseconds: time.tv_nsec)
  }

  /// The contents; nil when there is no file, or an empty one. Throws 256 and 257 when it cannot be read.
  func read() throws -> Data? {
    guard stamp != nil else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      let isDenied = access(url.path, R_OK) != 0 && errno == EACCES
      throw NSError.storeFile(
        isDenied ? NSFileReadNoPermissionError : NSFileReadUnknownError, url: url,
        reason: "\(url.path) cannot be read: \(error.localizedDescription).",
        advice: "Check the path and the permissions of the file and of its folder.")
    }
    return data.isEmpty ? nil : data
  }

  /// Replaces the contents. Throws 512, 513 or 640, and leaves the file as it was.
  func write(_ data: Data) throws { try prepare(data).commit() }

  /// Contents that are on the disk, and take the place of the file's when they are committed.
  struct Replacement {
    fileprivate let file: StoreFile
    fileprivate let temporary: String
    fileprivate let target: String

    /// Throws when the file cannot be replaced, and leaves it as it was.
    func commit() throws {
      guard rename(temporary, target) == 0 else {
        let error = file.failure("replace")
        discard()
        throw error
      }
      file.syncFolder(of: target)
    }

    /// Leaves the file as it was.
    func discard() { unlink(temporary) }
  }

  /// Writes new contents beside the file, which stays as it is.
  func prepare(_ data: Data) throws -> Replacement {
    // A symbolic link stays, what it leads to is replaced.
    let target = url.resolvingSymlinksInPath().path
    let temporary = target + ".\(UUID().uuidString).new"
    let mode = (status(of: target)?.st_mode).map { $0 & 0o777 } ?? 0o644
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure("make a file beside") }
    do {
      try writeAll(data, to: descriptor)
      guard fsync(descriptor) == 0 else { throw failure("write") }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    close(descriptor)
    return Replacement(file: self, temporary: temporary, target: target)
  }

  /// Removes the file, if there is one; a folder in its place is not touched.
  func remove() throws {
    guard unlink(url.path) != 0, errno != ENOENT else { return }
    throw failure("remove")
  }

  private func status(of path: String) -> stat? {
    var info = stat()
    return stat(path, &info) == 0 ? info : nil
  }

  private func writeAll(_ data: Data, to descriptor: Int32) throws {
    try data.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let written = Foundation.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        if written < 0 {
          if errno == EINTR { continue }
          throw failure("write")
        }
        offset += written
      }
    }
  }

  /// The name is in the folder, which has to reach the disk too. A file system that cannot do so is no reason to fail.
  private func syncFolder(of path: String) {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private func failure(_ verb: String) -> NSError {
    let number = errno
    let code =
      switch number {
      case ENOSPC, EDQUOT: NSFileWriteOutOfSpaceError
      case EACCES, EPERM, EROFS: NSFileWriteNoPermissionError
      default: NSFileWriteUnknownError
      }
    return NSError.storeFile(
      code, url: url, reason: "Could not \(verb) \(url.path): \(String(cString: strerror(number))).",
      advice: "Nothing was changed. Check the folder, its permissions and the space on the disk.")
  }
}
