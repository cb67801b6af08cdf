import CCoreDataSQLite

extension Connection {
  func updateTracing() {
    if let onTrace {
      let tracer = Tracer(detail: traceDetail, report: onTrace)
      tracer.install(on: handle)
      self.tracer = tracer
    } else if tracer != nil {
      sqlite3_trace_v2(handle, 0, nil, nil)
      tracer = nil
    }
  }
}
