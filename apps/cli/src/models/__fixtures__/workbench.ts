import { join } from 'node:path'
import { startServer, temporaryFolder, type Answer } from '@recallite/test-kit'
import { expect } from 'vitest'
import { modelSource, type ModelSource } from '../model-source.js'
import { pullModel, type PullOptions } from '../pull-model.js'
import { modelContent } from './model-server.js'

/** The content of `/x.gguf`. */
export const content = modelContent(300_000)
/** Another file of the same size. */
export const other = modelContent(300_000, 2)
/** Deadlines that are never reached. */
export const patient = { firstByte: 10_000, stall: 10_000 }
const impatient = { firstByte: 150, stall: 150 }

/** A server and a models folder; `pull` pulls `/x.gguf`. */
export async function workbench(answer: Answer) {
  const server = await startServer(answer)
  const folder = join(temporaryFolder(), 'models')
  const target = join(folder, 'x.gguf')
  const progress: number[] = []
  const onProgress = ({ arrived }: { arrived: number }) => void progress.push(arrived)
  const pullSource = (source: ModelSource, options: Partial<PullOptions> = {}) =>
    pullModel(source, {
      folder,
      network: { fetch: globalThis.fetch, deadlines: patient, signal: new AbortController().signal },
      onStart: () => {},
      onProgress,
      ...options,
    })
  const source = (sha256?: string) => modelSource(`${server.url}/x.gguf`, { endpoint: server.url, sha256 })
  const pull = (sha256?: string, options: Partial<PullOptions> = {}) => pullSource(source(sha256), options)
  return { server, folder, target, progress, source, pull, pullSource }
}

/** Deadlines that are reached at once. */
export const hurried = (signal = new AbortController().signal) => ({
  network: { fetch: globalThis.fetch, deadlines: impatient, signal },
})

/** An error with this code, whose message contains these words. */
export const failure = (code: string, words: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(words) })

