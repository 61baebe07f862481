/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly model?: string
  readonly provider?: 'local' | 'none' | 'auto'
  readonly strategies?: string[]
  readonly limit?: number
  readonly minScore?: number
  readonly json?: boolean
  readonly work?: string
}
