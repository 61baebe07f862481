/** Every flag's value, as parsed; which command takes which is in the command table. */
export interface Flags {
  readonly agent?: string
  readonly baseline?: string
  readonly candidates?: number
  readonly chunkOverlap?: number
  readonly chunkTokens?: number
  readonly corpus?: string
  readonly db?: string
  readonly expect?: readonly string[]
  readonly failUnder?: readonly string[]
  readonly folds?: number
  readonly fromLastSearch?: boolean
  readonly json?: boolean
  readonly k?: readonly number[]
  readonly kind?: string
  readonly limit?: number
  readonly markdown?: boolean
  readonly measure?: string
  readonly minScore?: number
  readonly model?: string
  readonly note?: string
  readonly out?: string
  readonly perFile?: number
  readonly provider?: 'local' | 'none' | 'auto'
  readonly qrels?: string
  readonly queries?: string
  readonly strategies?: readonly string[]
  readonly suite?: string
  readonly tape?: string
  readonly vary?: readonly string[]
  readonly work?: string
}
