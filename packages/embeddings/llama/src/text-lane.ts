import { EmbeddingError } from '@recallite/embeddings'
import type { ChildMessage } from './protocol.js'
import { kindOf } from './model-file.js'
import type { ResolvedSettings } from './settings.js'
import type { Child } from './start-child.js'

type LaneSettings = Pick<ResolvedSettings, 'modelPath' | 'embedTimeout' | 'task'>

/** Options of a call. */
export interface LaneOptions {
  /** Drops the call before its next text. */
  readonly signal?: AbortSignal | undefined
  /** Whether a query waits for the answer; such calls go first. */
  readonly isUrgent?: boolean | undefined
  /** Scores the texts against it instead of embedding them: one vector of one number each. */
  readonly query?: string | undefined
}

interface Call {
  readonly texts: readonly string[]
  readonly vectors: Float32Array[]
  readonly signal: AbortSignal | undefined
  readonly isUrgent: boolean
  readonly query: string | undefined
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
}

interface Flight {
  readonly id: number
  readonly call: Call
  readonly watchdog: NodeJS.Timeout
}

/**
 * Sends texts to a child process, one at a time. Calls take turns, urgent ones first: a query waits for one text at
 * most. A late or invalid answer ends the child.
 */
export class TextLane {
  readonly #child: Child
  readonly #settings: LaneSettings
  readonly #waiting: Call[] = []
  #flight: Flight | undefined
  #lastId = 0
  #closedBy: EmbeddingError | undefined

  constructor(child: Child, settings: LaneSettings) {
    this.#child = child
    this.#settings = settings
    child.listen((message) => this.#receive(message))
    void child.ended.then((how) => this.#fail(how))
    child.release()
  }

  get isOpen(): boolean {
    return this.#closedBy === undefined
  }

  /** One vector per text; at least one text. */
  compute(texts: readonly string[], options: LaneOptions = {}): Promise<Float32Array[]> {
    const { signal, isUrgent = false, query } = options
    return new Promise((resolve, reject) => {
      if (this.#closedBy !== undefined) return reject(this.#closedBy)
      this.#waiting.push({ texts, vectors: [], signal, isUrgent, query, resolve, reject })
      if (this.#flight === undefined) this.#sendNext()
    })
  }

  /** Rejects pending and later calls with the error, and ends the child. */
  close(error: EmbeddingError): void {
    if (this.#closedBy !== undefined) return
    this.#closedBy = error
    this.#child.kill()
    clearTimeout(this.#flight?.watchdog)
    for (const { reject } of [...(this.#flight ? [this.#flight.call] : []), ...this.#waiting]) reject(error)
    this.#flight = undefined
    this.#waiting.length = 0
  }

  #fail(how: string): void {
    const message = `The process that holds the ${kindOf[this.#settings.task]} ${this.#settings.modelPath} ${how}; the next request starts another, three times at most.`
    this.close(new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true }))
  }

  #sendNext(): void {
    const call = this.#nextCall()
    const text = call?.texts[call.vectors.length]
    if (call === undefined || text === undefined) {
      this.#flight = undefined
      return this.#child.release()
    }
    const id = (this.#lastId += 1)
    const { embedTimeout } = this.#settings
    const late = () => this.#fail(`did not answer within ${embedTimeout} ms and was ended`)
    this.#flight = { id, call, watchdog: setTimeout(late, embedTimeout) }
    this.#child.hold()
    const { query } = call
    this.#child.send(query === undefined ? { type: 'embed', id, text } : { type: 'rank', id, text, query })
  }

  #nextCall(): Call | undefined {
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent)
    const [call] = this.#waiting.splice(Math.max(0, urgent), 1)
    if (call === undefined || !call.signal?.aborted) return call
    call.reject(call.signal.reason)
    return this.#nextCall()
  }

  #receive(message: ChildMessage | undefined): void {
    const flight = this.#flight
    const isAnswer = message?.type === 'vector' || message?.type === 'refused'
    if (flight === undefined || !isAnswer || message.id !== flight.id) {
      return this.#fail('answered something that was not asked and was ended')
    }
    clearTimeout(flight.watchdog)
    this.#finishText(flight.call, message)
    this.#sendNext()
  }

  #finishText(call: Call, answer: Extract<ChildMessage, { type: 'vector' | 'refused' }>): void {
    if (answer.type === 'refused') {
      const message = `Text ${call.vectors.length} of ${call.texts.length} has no ${call.query === undefined ? 'embedding' : 'score'}: ${answer.reason}. Leave it out.`
      return call.reject(new EmbeddingError('EMBEDDING_REQUEST_INVALID', message))
    }
    call.vectors.push(answer.vector)
    if (call.vectors.length === call.texts.length) call.resolve(call.vectors)
    else this.#waiting.push(call)
  }
}
