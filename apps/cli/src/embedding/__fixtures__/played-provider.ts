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

/** A request for vectors, and what is needed to answer it. */
export interface Ask {
  readonly texts: readonly string[]
  /** How many requests that were not about the canary alone came before. */
  readonly number: number
  readonly wire: Wire
  readonly server: LoopbackServer
  readonly request: ServedRequest
}

/** Answers otherwise than well; undefined: answers well. */
export type Fault = (ask: Ask) => Answer | undefined

/** A provider behind a loopback server. */
export interface PlayedProvider {
  readonly server: LoopbackServer
  /** The texts of each request so far; those of the canary alone are left out. */
  readonly asked: readonly (readonly string[])[]
  /** Ends the fault. */
  heal(): void
}

/** How a played provider differs from a good one. */
export interface PlayedFault {
  readonly fault?: Fault | undefined
  /** Whether the canary alone meets the fault too; default false. */
  readonly isFromTheFirst?: boolean | undefined
  readonly tls?: TlsIdentity | undefined
}

/** Answers with these vectors, or with what stands in their places. */
export function answerVectors(wire: Wire, vectors: readonly unknown[]): Answer {
  return answerText(looseJson(wire.body(vectors)))
}

/** Answers as the provider does. */
function answerWell(wire: Wire, request: ServedRequest): Answer {
  const texts = wire.textsOf(request)
  if (texts === undefined) return answerText('{}', { status: 404 })
  const length = wire.lengthOf(request)
  return answerVectors(
    wire,
    texts.map((text) => vectorOf(text, { length })),
  )
}

/** A refusal as this provider words it. */
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

/** Starts a provider that is gone when the running test ends. */
export async function playProvider(
  name: PlayedName,
  { fault, isFromTheFirst = false, tls }: PlayedFault = {},
): Promise<PlayedProvider> {
  const wire = wires[name]
  const asked: (readonly string[])[] = []
  let current = fault
  const server = await startServer((request, response) => {
    const texts = wire.textsOf(request) ?? []
    const isAboutCanary = texts.every(isCanary)
    const ask = { texts, number: asked.length, wire, server, request }
    if (!isAboutCanary) asked.push(texts)
    const bad = isAboutCanary && !isFromTheFirst ? undefined : current?.(ask)
    return (bad ?? answerWell(wire, request))(request, response)
  }, tls)
  return { server, asked, heal: () => void (current = undefined) }
}
