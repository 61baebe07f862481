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
  readonly name: string
  readonly breaker: CircuitBreaker
  /** Opens the model for a search, which waits: with few retries. */
  readonly forQueries: () => Promise<EmbeddingModel>
  /** The same model with the longer deadlines and more retries of an index run. */
  readonly forIndexing: () => Promise<EmbeddingModel>
  /** Whether the model returned the stored vector of the canary sentence. */
  isVerified: boolean
}

export interface EmbeddingChain {
  /** In the configured order. */
  readonly backends: readonly HeldBackend[]
  /** The backend that filled a space; undefined if it cannot or must not be recreated. */
  remembered(source: string): HeldBackend | undefined
  close(): Promise<void>
}

interface ChainOptions {
  readonly backends: readonly EmbeddingBackend[]
  readonly backendOf: (source: string) => EmbeddingBackend | undefined
  /** Milliseconds after which an unused model is released; default: when the chain is closed. */
  readonly modelIdle?: number | undefined
  readonly now: () => number
  readonly sleep?: RetryOptions['sleep']
}

/** A search waits for the answer: one retry, and none if the provider demands a long pause. */
const queryRetries = { attempts: 2, baseDelay: 100, maxDelay: 400, maxRetryAfter: 400 }
const indexRetries = { attempts: 5, baseDelay: 500, maxDelay: 60_000, maxRetryAfter: 60_000 }

/** Holds the configured backends, and those that filled other spaces. Each is created once. */
export function createChain({ backends, backendOf, ...options }: ChainOptions): EmbeddingChain {
  const configured = backends.map((backend) => holdBackend(backend, options))
  const others = new Map<string, ReturnType<typeof holdBackend>>()

  function recreate(source: string): HeldBackend | undefined {
    const backend = backendOf(source)
    const held = backend && holdBackend(backend, options)
    if (held) others.set(source, held)
    return held
  }

  return {
    backends: configured,
    remembered: (source) =>
      configured.find((backend) => backend.source === source) ?? others.get(source) ?? recreate(source),
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

  /** Opening is retried as well, because some providers need a request to learn the dimensions. */
  async function modelFor(retry: ReturnType<typeof createRetry>, deadline?: number): Promise<EmbeddingModel> {
    const opened = await retry(() => held.use(async (model) => model), closing.signal)
    // Callers may use the model after it was released as idle.
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
