import { Worker } from 'node:worker_threads'
import { cuttingProgram } from '../cutting-program.js'
import { createFileUnpacker, type PackedFiles } from './packed-files.js'
import type { FileToPrepare, PreparedFile, PrepareOptions } from './prepare-file.js'

/** Files that a thread is to prepare. */
export interface CuttingQuestion {
  readonly number: number
  readonly files: readonly FileToPrepare[]
}

/** The first ones of these files; undefined if they could not be prepared. */
export interface CuttingAnswer {
  readonly number: number
  readonly packed: PackedFiles | undefined
}

/** A thread that reads and cuts files. */
export interface CuttingThread {
  /** How many questions wait for their answers; Infinity if the thread has failed. */
  load(): number
  /** Resolves to the first ones of the files, prepared; to none if the thread has failed. */
  prepare(files: readonly FileToPrepare[]): Promise<readonly PreparedFile[]>
  close(): Promise<void>
}

/** Starts threads, which are of use from when they have loaded what they need, some 60 ms later. */
export function startCuttingThreads(count: number, options: PrepareOptions): CuttingThread[] {
  return Array.from({ length: count }, () => startThread(options))
}

/** Garbage is collected sooner than usual: a thread holds hardly more than one file at a time. */
const limits = { maxYoungGenerationSizeMb: 4 }

function startThread(options: PrepareOptions): CuttingThread {
  // Without the flags of the program, some of which threads refuse.
  const worker = new Worker(cuttingProgram, { workerData: options, execArgv: [], resourceLimits: limits })
  const unpack = createFileUnpacker()
  const waiting = new Map<number, (prepared: readonly PreparedFile[]) => void>()
  let hasFailed = false
  let next = 0

  function fail(): void {
    hasFailed = true
    for (const give of waiting.values()) give([])
    waiting.clear()
  }
  worker.on('message', ({ number, packed }: CuttingAnswer) => {
    if (packed === undefined) return fail()
    waiting.get(number)?.(unpack(packed))
    waiting.delete(number)
  })
  worker.on('error', fail)
  worker.on('exit', fail)
  return {
    load: () => (hasFailed ? Infinity : waiting.size),
    prepare(files) {
      if (hasFailed) return Promise.resolve([])
      const number = next++
      return new Promise((resolve) => {
        waiting.set(number, resolve)
        worker.postMessage({ number, files } satisfies CuttingQuestion, [])
      })
    },
    async close() {
      await worker.terminate()
    },
  }
}
