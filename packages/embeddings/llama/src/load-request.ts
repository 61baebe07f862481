/** What a model is loaded for: to embed texts, or to score texts against a query. */
export type ModelTask = 'embed' | 'rank'

/** What the child process is told to load. */
export interface LoadRequest {
  readonly task: ModelTask
  readonly modelPath: string
  readonly threads: number
  readonly contextSize: number
}
