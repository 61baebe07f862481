import { statSync } from 'node:fs'
import { join } from 'node:path'
import { silence, startServer, temporaryFolder, type Answer } from '@recallite/test-kit'
import { expect } from 'vitest'
import { modelSource, type ModelSource } from '../model-source.js'
import { pullModel, type PullOptions } from '../pull-model.js'
import { modelContent, serveFile } from './model-server.js'

/** What `/x.gguf` is. */
export const content = modelContent(300_000)
/** Another file of the same size. */
export const other = modelContent(300_000, 2)
/** For what comes at once. */
export const patient = { firstByte: 10_000, stall: 10_000 }
const impatient = { firstByte: 150, stall: 150 }

/** A server and a models folder; `pull` pulls `/x.gguf`. */
export async function workbench(answer: Answer) {
  const server = await startServer(answer)
  const folder = join(temporaryFolder(), 'models')
  const target = join(folder, 'x.gguf')
  const progress: number[] = []
  const waiting: { bytes: number; resolve: () => void }[] = []
  const onProgress = ({ arrived }: { arrived: number }) => {
    progress.push(arrived)
    for (const { bytes, resolve } of waiting) if (arrived >= bytes) resolve()
  }
  /** Answers with the beginning of a file, and cuts the connection when all of that has been written. */
  const cutAfter = (after: number, file = content) => {
    const cut = new Promise<void>((resolve) => void waiting.push({ bytes: after, resolve }))
    return serveFile({ content: file, ends: { after, cut } })
  }
  const pullSource = (source: ModelSource, options: Partial<PullOptions> = {}) =>
    pullModel(source, {
      folder,
      network: { fetch: globalThis.fetch, deadlines: patient, signal: new AbortController().signal },
      isOffline: false,
      onStart: () => {},
      onProgress,
      ...options,
    })
  const source = (sha256?: string) => modelSource(`${server.url}/x.gguf`, { endpoint: server.url, sha256 })
  const pull = (sha256?: string, options: Partial<PullOptions> = {}) => pullSource(source(sha256), options)
  const partBytes = () => statSync(`${target}.part`, { throwIfNoEntry: false })?.size
  const rangesAsked = () => server.requests.map(({ headers }) => headers.range)
  return { server, folder, target, progress, source, pull, pullSource, partBytes, rangesAsked, cutAfter }
}

/** As `workbench`, after a pull that was cut after 120,000 bytes. */
export async function interrupted() {
  const bench = await workbench(silence())
  bench.server.answerWith(bench.cutAfter(120_000))
  await expect(bench.pull()).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' })
  expect(bench.partBytes()).toBe(120_000)
  return bench
}

/** Options for what never comes. */
export const hurried = (signal = new AbortController().signal) => ({
  network: { fetch: globalThis.fetch, deadlines: impatient, signal },
})

/** A failure with that code, whose message holds those words. */
export const failure = (code: string, words: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(words) })

