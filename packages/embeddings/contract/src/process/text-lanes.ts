import { EmbeddingError } from '../errors.js'
import type { Child } from './start-child.js'
import type { ChildMessage, ModelFacts, TextAnswer } from './serve-model.js'

interface LaneSettings extends Pick<ModelFacts, 'lanes' | 'batchBytes'> {
  /** The kind and path of the model, for messages. */
  readonly name: string
  /** Maximum time per batch, in milliseconds. */
  readonly computeTimeout: number
}

export interface ComputeOptions {
  /** Drops the call before its next batch. */
  readonly signal?: AbortSignal | undefined
  /** Runs before other calls, for queries. */
  readonly isUrgent?: boolean | undefined
  /** Scores the texts against this query instead of embedding them: one vector of one number each. */
  readonly query?: string | undefined
}

interface Call extends ComputeOptions {
  readonly texts: readonly string[]
  /** Positions of the texts still to send, longest text first: texts of a batch are padded to the longest one. */
  readonly unsent: number[]
  readonly vectors: Float32Array[]
  missing: number
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
}

interface Flight {
  readonly call: Call
  readonly positions: readonly number[]
  readonly watchdog: NodeJS.Timeout
}

/**
 * Sends texts to a child process in small batches, one per lane at a time. Calls take turns, urgent ones first, so a query
 * waits for one batch. A late or invalid answer ends the child.
 */
export class TextLanes {
  readonly #child: Child
  readonly #settings: LaneSettings
  readonly #waiting: Call[] = []
  readonly #flights = new Map<number, Flight>()
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

  /** Returns one vector per text, for at least one text. */
  compute(texts: readonly string[], options: ComputeOptions = {}): Promise<Float32Array[]> {
    const sizes = texts.map((text) => Buffer.byteLength(text))
    const unsent = [...texts.keys()].toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))
    return new Promise((resolve, reject) => {
      if (this.#closedBy !== undefined) return reject(this.#closedBy)
      this.#waiting.push({ ...options, texts, unsent, vectors: [], missing: texts.length, resolve, reject })
      this.#sendNext()
    })
  }

  /** Rejects pending and later calls with the error, and ends the child. */
  close(error: EmbeddingError): void {
    if (this.#closedBy !== undefined) return
    this.#closedBy = error
    this.#child.kill()
    for (const { call, watchdog } of this.#flights.values()) {
      clearTimeout(watchdog)
      call.reject(error)
    }
    for (const { reject } of this.#waiting) reject(error)
    this.#flights.clear()
    this.#waiting.length = 0
  }

  #fail(how: string): void {
    const message = `The process of the ${this.#settings.name} ${how}; the next request starts a new process, up to three times.`
    this.close(new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true }))
  }

  #sendNext(): void {
    while (this.#flights.size < this.#settings.lanes) {
      const call = this.#nextCall()
      if (call === undefined) break
      this.#send(call)
      if (call.unsent.length > 0) this.#waiting.push(call)
    }
    if (this.#flights.size === 0) this.#child.release()
  }

  #nextCall(): Call | undefined {
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent)
    const [call] = this.#waiting.splice(Math.max(0, urgent), 1)
    if (call === undefined || !call.signal?.aborted) return call
    call.reject(call.signal.reason)
    return this.#nextCall()
  }

  #send(call: Call): void {
    const id = (this.#lastId += 1)
    const { computeTimeout, batchBytes } = this.#settings
    const positions = takeBatch(call, batchBytes)
    const texts = positions.map((position) => call.texts[position] ?? '')
    const late = () => this.#fail(`did not answer within ${computeTimeout} ms and was ended`)
    this.#flights.set(id, { call, positions, watchdog: setTimeout(late, computeTimeout) })
    this.#child.hold()
    this.#child.send({ type: 'compute', id, texts, query: call.query })
  }

  #receive(message: Partial<ChildMessage> | null): void {
    const answer = message?.type === 'answered' ? message : undefined
    const { id = 0, answers = [] } = answer ?? {}
    const flight = this.#flights.get(id)
    if (flight?.positions.length !== answers.length) {
      return this.#fail('sent an unexpected answer and was ended')
    }
    clearTimeout(flight.watchdog)
    this.#flights.delete(id)
    this.#finishBatch(flight, answers)
    this.#sendNext()
  }

  #finishBatch({ call, positions }: Flight, answers: readonly TextAnswer[]): void {
    for (const [index, position] of positions.entries()) {
      const answer = answers[index] ?? ''
      if (typeof answer === 'string') return this.#refuse(call, position, answer)
      call.vectors[position] = answer
      call.missing -= 1
    }
    if (call.missing === 0) call.resolve(call.vectors)
  }

  /** Rejects the call and drops its unsent texts. */
  #refuse(call: Call, position: number, reason: string): void {
    const lacks = call.query === undefined ? 'embedding' : 'score'
    const message = `Text ${position} of ${call.texts.length} has no ${lacks}: ${reason}. Leave this text out.`
    call.reject(new EmbeddingError('EMBEDDING_REQUEST_INVALID', message))
    const waiting = this.#waiting.indexOf(call)
    if (waiting !== -1) this.#waiting.splice(waiting, 1)
  }
}

/** Takes the next texts of a call that fit into a batch when padded to the longest one; at least one. */
function takeBatch({ texts, unsent }: Call, maxBytes: number): number[] {
  const textBytes = Buffer.byteLength(texts[unsent[0] ?? 0] ?? '')
  return unsent.splice(0, Math.max(1, Math.floor(maxBytes / Math.max(1, textBytes))))
}
