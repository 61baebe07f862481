import {
  answerText,
  startServer,
  type Answer,
  type LoopbackServer,
  type ServedRequest,
  type TlsIdentity,
} from '@recallite/test-kit'
import { isCanary, vectorOf } from './text-vector.js'
import { looseJson, wires, type PlayedName, type Wire } from './wire.js'

/** A request for vectors, with everything to answer it. */
export interface Ask {
  readonly texts: readonly string[]
  /** The number of earlier requests, except those with only the canary. */
  readonly number: number
  readonly wire: Wire
  readonly server: LoopbackServer
  readonly request: ServedRequest
}

/** Answers with a fault; undefined: answers correctly. */
export type Fault = (ask: Ask) => Answer | undefined

/** A provider behind a loopback server. */
export interface PlayedProvider {
  readonly server: LoopbackServer
  /** The texts of each request so far, except those with only the canary. */
  readonly requests: readonly (readonly string[])[]
  /** Ends the fault. */
  heal(): void
}

/** How a simulated provider differs from a working one. */
export interface PlayedFault {
  readonly fault?: Fault | undefined
  /** Whether requests with only the canary get the fault too; default false. */
  readonly isFromTheFirst?: boolean | undefined
  readonly tls?: TlsIdentity | undefined
}

/** Answers with these vectors, or with replacements. */
export function answerVectors(wire: Wire, vectors: readonly unknown[]): Answer {
  return answerText(looseJson(wire.body(vectors)))
}

/** Answers like the provider. */
function answerWell(wire: Wire, request: ServedRequest): Answer {
  const texts = wire.textsOf(request)
  if (texts === undefined) return answerText('{}', { status: 404 })
  const length = wire.lengthOf(request)
  return answerVectors(
    wire,
    texts.map((text) => vectorOf(text, { length })),
  )
}

/** A refusal in the format of this provider. */
export function refuse(
  { wire }: Pick<Ask, 'wire'>,
  status: number,
  {
    message = `It is ${status}.`,
    word,
    headers = {},
  }: { message?: string; word?: string; headers?: Record<string, string> } = {},
): Answer {
  return answerText(JSON.stringify(wire.refusal(status, message, word)), { status, headers })
}

/** Starts a provider until the test ends. */
export async function playProvider(
  name: PlayedName,
  { fault, isFromTheFirst = false, tls }: PlayedFault = {},
): Promise<PlayedProvider> {
  const wire = wires[name]
  const requests: (readonly string[])[] = []
  let current = fault
  const server = await startServer((request, response) => {
    const texts = wire.textsOf(request) ?? []
    const isAboutCanary = texts.every(isCanary)
    const ask = { texts, number: requests.length, wire, server, request }
    if (!isAboutCanary) requests.push(texts)
    const bad = isAboutCanary && !isFromTheFirst ? undefined : current?.(ask)
    return (bad ?? answerWell(wire, request))(request, response)
  }, tls)
  return { server, requests, heal: () => void (current = undefined) }
}
