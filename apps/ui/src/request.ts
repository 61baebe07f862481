import { useEffect, useState } from 'preact/hooks'
import type { Parameters } from './address.js'

/** The last answer or error; undefined until the first one. */
export interface RequestState<Answer> {
  readonly answer?: Answer
  readonly error?: string
  readonly isAsking: boolean
}

class RequestError extends Error {}

type Request<Answer> = (signal: AbortSignal) => Promise<Answer>
type Change<Answer> = (next: (before: RequestState<Answer>) => RequestState<Answer>) => void

const addressOf = (name: string, parameters: Parameters) => `${name}?${new URLSearchParams(parameters)}`

/** The latest prefetched answer. It is used once, and only for a short time, because it may change. */
let prefetched:
  | { readonly address: string; readonly until: number; readonly answer: Promise<unknown> }
  | undefined
const prefetchedFor = 30_000

/** Sends a GET request whose answer the next `ask` with the same parameters takes. */
export function prefetch(name: string, parameters: Parameters): void {
  const address = addressOf(name, parameters)
  if (prefetched?.address === address && prefetched.until > Date.now()) return
  const answer = answerOf(address, {})
  answer.catch(() => undefined)
  prefetched = { address, until: Date.now() + prefetchedFor, answer }
}

/** Sends a GET request. Rejects with an error that can be displayed. */
export function ask<Answer>(name: string, parameters: Parameters = {}, signal?: AbortSignal) {
  const address = addressOf(name, parameters)
  if (prefetched?.address !== address || prefetched.until < Date.now())
    return answerOf<Answer>(address, { signal: signal ?? null })
  prefetched = { ...prefetched, until: 0 }
  return prefetched.answer as Promise<Answer>
}

/** Sends a POST request. Rejects like `ask`. */
export function send<Answer>(name: string, value: object, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const how = { method: 'POST', headers, body: JSON.stringify(value), signal: signal ?? null }
  return answerOf<Answer>(name, how)
}

/** Filters that accept lists. The page sets one value each. */
const lists: ReadonlySet<string> = new Set(['root', 'path', 'heading', 'where'])

const numbers: ReadonlySet<string> = new Set(
  'limit threshold vectorWeight textWeight rrfK perDocument'.split(' '),
)

/** The body of a search from the parameters of the URL. */
export function searchBody({ q: query = '', ...filters }: Parameters) {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  const fields = given.map(([name, value]) => {
    if (lists.has(name)) return [name, [value]]
    return [name, numbers.has(name) ? Number(value) : value]
  })
  return { query, ...Object.fromEntries(fields) }
}

/** Sends a request when first rendered, and again when `key` changes. */
export function useRequest<Answer>(key: string | number, request: Request<Answer>): RequestState<Answer> {
  const [state, setState] = useState<RequestState<Answer>>({ isAsking: true })
  useEffect(() => follow(request, setState), [key])
  return state
}

/** Sends a GET request like `useRequest`, and again after a pause or when the user returns to the page. */
export function usePolling<Answer>(
  name: string,
  key: number,
  pauseAfter: (answer?: Answer) => number | undefined,
) {
  const [round, setRound] = useState(0)
  const state = useRequest(`${key} ${round}`, (end) => ask<Answer>(name, {}, end))
  useEffect(() => {
    const again = () => document.hidden || setRound(round + 1)
    const pause = pauseAfter(state.answer)
    const timer = state.isAsking || pause === undefined ? undefined : setTimeout(again, pause)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [state])
  return state
}

/** Reports the progress of a request; returns a function that aborts it. */
function follow<Answer>(request: Request<Answer>, change: Change<Answer>): () => void {
  const end = new AbortController()
  change((before) => ({ ...before, isAsking: true }))
  request(end.signal).then(
    (answer) => change(() => ({ answer, isAsking: false })),
    (error: Error) => end.signal.aborted || change(() => ({ error: error.message, isAsking: false })),
  )
  return () => end.abort()
}

async function answerOf<Answer>(address: string, how: RequestInit): Promise<Answer> {
  const response = await fetch(`./api/${address}`, how).catch((error: unknown) => {
    if (how.signal?.aborted) throw error
    throw new RequestError('The server of this page does not answer. Restart it: recallite ui')
  })
  const value: unknown = await response.json()
  if (!response.ok) throw new RequestError((value as { readonly error: Error }).error.message)
  return value as Answer
}
