import {
  checked,
  createRetry,
  decorate,
  withDeadline,
  type EmbeddingModel,
  type RetryOptions,
} from '@recallite/embeddings'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.js'
import { nameOf, type EmbeddingBackend } from './backend.js'
import { holdOpened } from './model-holder.js'
import { assertSpecification } from '../specification.js'

/** A backend in use: its model is opened once, and its circuit breaker counts failures. */
export interface HeldBackend extends EmbeddingBackend {
  /** For messages. */
  readonly name: string
  readonly breaker: CircuitBreaker
  /** Opens the model if it is not open; it gives up soon, as a search waits for the answer. */
  readonly forQueries: () => Promise<EmbeddingModel>
  /** The same model with the longer deadlines and more retries of an index run. */
  readonly forIndexing: () => Promise<EmbeddingModel>
  /** Whether the model has given the canary sentence the vector that its space keeps. */
  isVerified: boolean
}

/** The backends of a memory. */
export interface EmbeddingChain {
  /** As configured, the first choice first. */
  readonly backends: readonly HeldBackend[]
  /** The backend that filled a space; undefined if it cannot or must not be made again. */
  remembered(source: string): HeldBackend | undefined
  /** Frees all models. */
  close(): Promise<void>
}

interface ChainOptions {
  readonly backends: readonly EmbeddingBackend[]
  readonly backendOf: (source: string) => EmbeddingBackend | undefined
  /** How long a model that is not used is kept, in milliseconds; default: until the chain is closed. */
  readonly modelIdle?: number | undefined
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Waits between two tries of a request; default: a timer. */
  readonly sleep?: RetryOptions['sleep']
}

/** A search waits for the answer: one retry, and none if the provider asks for a long pause. */
const queryRetries = { attempts: 2, baseDelay: 100, maxDelay: 400, maxRetryAfter: 400 }
const indexRetries = { attempts: 5, baseDelay: 500, maxDelay: 60_000, maxRetryAfter: 60_000 }

/** Holds the configured backends, and those that filled other spaces; each is made once. */
export function createChain({ backends, backendOf, ...options }: ChainOptions): EmbeddingChain {
  const configured = backends.map((backend) => holdBackend(backend, options))
  const others = new Map<string, ReturnType<typeof holdBackend>>()

  function makeAgain(source: string): HeldBackend | undefined {
    const backend = backendOf(source)
    const held = backend && holdBackend(backend, options)
    if (held) others.set(source, held)
    return held
  }

  return {
    backends: configured,
    remembered: (source) =>
      configured.find((backend) => backend.source === source) ?? others.get(source) ?? makeAgain(source),
    close: async () => {
      await Promise.all([...configured, ...others.values()].map(({ close }) => close()))
    },
  }
}

function holdBackend(
  backend: EmbeddingBackend,
  { now, sleep, modelIdle }: Pick<ChainOptions, 'now' | 'sleep' | 'modelIdle'>,
): HeldBackend & { close: () => Promise<void> } {
  const open = async (signal: AbortSignal) =>
    checked(assertSpecification(await backend.open(signal), 'embedding model'))
  const held = holdOpened(open, {
    idle: backend.isInHand ? undefined : modelIdle,
    free: (model) => model.dispose?.(),
  })
  const closing = new AbortController()
  const { requestDeadline } = backend

  /** Opening a model may be a request as well: some providers have to be asked for their dimensions. */
  async function modelFor(retry: ReturnType<typeof createRetry>, deadline?: number): Promise<EmbeddingModel> {
    const opened = await retry(() => held.use(async (model) => model), closing.signal)
    // Callers may use the model long after it was released for being idle.
    const reopening = decorate(opened, (request) => held.use((model) => model.embed(request)))
    const model = deadline === undefined ? reopening : withDeadline(reopening, deadline)
    return decorate(model, (request) => retry(() => model.embed(request), request.signal))
  }

  const queryRetry = createRetry({ ...queryRetries, now, sleep })
  const indexRetry = createRetry({ ...indexRetries, now, sleep })
  return {
    ...backend,
    name: nameOf(backend),
    breaker: createCircuitBreaker({ now, opensOnRefusal: backend.host !== null }),
    forQueries: () => modelFor(queryRetry),
    forIndexing: () => modelFor(indexRetry, requestDeadline),
    isVerified: false,
    close() {
      closing.abort(new DOMException('the memory was closed', 'AbortError'))
      return held.close()
    },
  }
}
