/** What a resident program says of itself, to those who may ask it. */
export interface ProgramInfo {
  /** The number of its process. */
  readonly pid: number
  readonly version: string
  /** The path of its database. */
  readonly database: string
  /** See `fingerprintOf`. */
  readonly fingerprint: string
  /** When it started, as an ISO date. */
  readonly since: string
  /** Of its HTTP server; null if it has none. */
  readonly port: number | null
  /** After how many milliseconds without a request it ends; null if it stays. */
  readonly idle: number | null
}

/** What `/v1/health` answers; the program only to its user. */
export interface Health {
  readonly status: 'ok'
  readonly program?: ProgramInfo
}
