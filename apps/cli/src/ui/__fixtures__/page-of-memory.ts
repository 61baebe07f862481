import { join } from 'node:path'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { startPage } from './served-page.js'

/** A memory of files and records, and the answers that its page gets over HTTP. */
export async function pageOfMemory({ editor }: { readonly editor?: string } = {}) {
  const folder = temporaryFolder()
  const store = await openSqliteStore({ path: ':memory:' })
  const records = await openSqliteRecords({ path: join(folder, 'records.sqlite'), create: true })
  const memory = createMemory({ store, records, freshness: 'none' })
  onTestFinished(() => memory.close())
  const { send: sendTo, open, page } = await startPage((work: (held: object) => Promise<unknown>) =>
    work({ memory, resolved: { settings: { ui: { editor } } } }),
  )
  const { path, headers } = await open()
  const answerOf = async (name: string, sent: Parameters<typeof sendTo>[1]) => {
    const { status, text } = await sendTo(`${path}api/${name}`, sent)
    return { status, ...(JSON.parse(text) as object) }
  }
  return {
    folder,
    memory,
    records,
    page,
    /** The answer to a path of the API, sent unchanged. */
    sendRaw: (name: string) => sendTo(`${path}api/${name}`, { headers }),
    ask: <Answer>(name: string, parameters: Readonly<Record<string, string>> = {}) =>
      answerOf(`${name}?${new URLSearchParams(parameters).toString()}`, { headers }) as Promise<Answer & { status: number }>,
    send: <Answer>(name: string, body: object) =>
      answerOf(name, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }) as Promise<Answer & { status: number }>,
  }
}
