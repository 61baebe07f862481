import { EmbeddingError } from '../errors.js'
import type { Child } from './start-child.js'
import type { ChildMessage, ModelFacts } from './serve-model.js'

interface LaneSettings extends Pick<ModelFacts, 'lanes'> {
  /** For messages: the kind and the path of the model. */
  readonly name: string
  /** The longest time of a text, in milliseconds. */
  readonly computeTimeout: number
}

/** Options of a call. */
export interface ComputeOptions {
  /** Drops the call before its next text. */
  readonly signal?: AbortSignal | undefined
  /** Whether a query waits for the answer; such calls go first. */
  readonly isUrgent?: boolean | undefined
  /** Scores the texts against it instead of embedding them: one vector of one number each. */
  readonly query?: string | undefined
}

/** A call whose texts have not all been sent. */
interface Call extends ComputeOptions {
  readonly texts: readonly string[]
  readonly vectors: Float32Array[]
  sent: number
  missing: number
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: unknown) => void
}

interface Flight {
  readonly call: Call
  readonly position: number
  readonly watchdog: NodeJS.Timeout
}

/**
 * Sends texts to a child process, as many at once as it has lanes. Calls take turns, urgent ones first: a query waits until
 * one text is finished. A late or invalid answer ends the child.
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

  /** One vector per text; at least one text. */
  compute(texts: readonly string[], options: ComputeOptions = {}): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (this.#closedBy !== undefined) return reject(this.#closedBy)
      this.#waiting.push({ ...options, texts, vectors: [], sent: 0, missing: texts.length, resolve, reject })
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
    const message = `The process that holds the ${this.#settings.name} ${how}; the next request starts a new process, at most three times.`
    this.close(new EmbeddingError('EMBEDDING_REQUEST_FAILED', message, { isRetryable: true }))
  }

  #sendNext(): void {
    while (this.#flights.size < this.#settings.lanes) {
      const call = this.#nextCall()
      if (call === undefined) break
      this.#send(call)
      if (call.sent < call.texts.length) this.#waiting.push(call)
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
    const position = call.sent
    const { computeTimeout } = this.#settings
    const late = () => this.#fail(`did not answer within ${computeTimeout} ms and was ended`)
    call.sent += 1
    this.#flights.set(id, { call, position, watchdog: setTimeout(late, computeTimeout) })
    this.#child.hold()
    this.#child.send({ type: 'compute', id, text: call.texts[position] ?? '', query: call.query })
  }

  #receive(message: Partial<ChildMessage> | null): void {
    const { id = 0, answer } = message?.type === 'answered' ? message : {}
    const flight = this.#flights.get(id)
    if (!flight || answer === undefined) {
      return this.#fail('answered something that was not asked and was ended')
    }
    const { call, position, watchdog } = flight
    clearTimeout(watchdog)
    this.#flights.delete(id)
    if (typeof answer === 'string') this.#refuse(call, position, answer)
    else {
      call.vectors[position] = answer
      call.missing -= 1
      if (call.missing === 0) call.resolve(call.vectors)
    }
    this.#sendNext()
  }

  /** Rejects the call; what it has not sent is left out. */
  #refuse(call: Call, position: number, reason: string): void {
    const lacks = call.query === undefined ? 'embedding' : 'score'
    const message = `Text ${position} of ${call.texts.length} has no ${lacks}: ${reason}. Leave this text out.`
    call.reject(new EmbeddingError('EMBEDDING_REQUEST_INVALID', message))
    const waiting = this.#waiting.indexOf(call)
    if (waiting !== -1) this.#waiting.splice(waiting, 1)
  }
}
