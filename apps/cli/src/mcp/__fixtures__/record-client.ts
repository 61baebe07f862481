import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import type { Flags } from '../../flags/flags.js'
import { findMemory } from '../../open/memory-location.js'
import { openMemory } from '../../open/open-memory.js'
import { createServer } from '../create-server.js'
import { createOffer } from '../offer.js'

/** A client of a server over an empty memory, until the running test ends. */
export async function connected() {
  const connection = await connect(temporaryFolder())
  onTestFinished(connection.close)
  return connection
}

/** A client of a server over the memory in a folder; the caller closes it. */
export async function connect(folder: string, settings: Pick<Flags, 'config' | 'provider'> = {}) {
  const flags = { db: join(folder, 'index.sqlite'), provider: 'none', scope: 'user', ...settings } as const
  const use = { fills: true, livesLong: true }
  const location = await findMemory(flags, use)
  const open = await openMemory(location, { flags, use })
  const offer = createOffer(open, {})
  const server = createServer(offer, { onFailure: () => {}, onClose: () => {} })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  // The library's own types disagree about what may be undefined.
  await Promise.all([server.connect(here as never), client.connect(there as never)])
  const close = async () => {
    await client.close()
    await open.memory.close()
  }
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { text: string }[]
    return { structured: structuredContent as Answer, text: first?.text ?? '', isError: isError ?? false }
  }
  return { client, call, close, folder, ...offer }
}

/** What the tools of records answer, as far as tests look at it. */
export interface Answer {
  readonly outcome: string
  readonly forgotten: boolean
  readonly isReplay: boolean
  readonly record: { readonly id: string }
  readonly mode: string
  readonly degraded: readonly { readonly retriever: string; readonly reason: string }[]
  readonly sessions: readonly { readonly id: string; readonly records: number; readonly endedAt: string | null }[]
  readonly results: readonly {
    readonly record: {
      readonly id: string
      readonly content: string
      readonly confidence: number
      readonly context: { readonly env?: string }
    }
    readonly distance: number | null
    readonly share: number
  }[]
}

/** The contents of what was recalled, in its order. */
export function contentsOf({ structured }: { readonly structured: Answer }): string[] {
  return structured.results.map(({ record }) => record.content)
}
