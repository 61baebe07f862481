import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { onTestFinished } from 'vitest'
import { cliWorkspace } from '../../__fixtures__/run-cli.js'
import type { Flags } from '../../flags/flags.js'
import { findMemory } from '../../open/memory-location.js'
import { openMemory } from '../../open/open-memory.js'
import { createServer } from '../create-server.js'
import { createOffer } from '../offer.js'

/** A client of the current era, or of the older one, of a server in this process, with a memory of these notes, until the test ends. */
export async function connectHere(
  files: Readonly<Record<string, string>> = {},
  more: Flags = {},
  mode: 'auto' | 'legacy' = 'auto',
) {
  const { notes, folder, run } = cliWorkspace(files)
  const flags: Flags = { db: join(folder, 'index.sqlite'), provider: 'none', scope: 'user', ...more }
  if (Object.keys(files).length > 0) await run('index', notes, '--provider', 'none')
  const use = { fills: true, livesLong: true }
  const location = await findMemory(flags, use)
  const open = await openMemory(location, { flags, use })
  const offer = createOffer(open, flags)
  const [here, there] = InMemoryTransport.createLinkedPair()
  serveStdio(() => createServer(offer), { transport: here })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(there)
  onTestFinished(async () => {
    await client.close()
    await open.memory.close()
  })
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input })
    const [first] = content as { text: string }[]
    return { structured: structuredContent as Answer, text: first?.text ?? '', isError: isError ?? false }
  }
  return { client, call, folder, ...offer }
}

/** The fields of answers of the record tools that tests use. */
interface Answer {
  readonly citations: boolean
  readonly record: { readonly id: string }
  readonly results: readonly { readonly path: string; readonly record: { readonly id: string } }[]
  readonly nextCursor: string | null
}
