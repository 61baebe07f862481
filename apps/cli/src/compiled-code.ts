/*
 * Runs the two files of a search (see `build.js`) with the code that V8 compiled for an earlier search, which is kept beside the
 * program: whoever can write there can change the program too. V8 rejects code of another version of itself or with other
 * flags, but it compares no contents, and damaged code ends the process; a checksum over source and code excludes both.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import type { writeWhole } from '@recallite/command-line'

const isSearch = process.argv[2] === 'search'

// A search ends before functions pay back that V8 optimises after some dozen calls; loops over many chunks still are. To collect
// the little garbage of a search takes less time than to wait for threads that help, above all while other programs run. An index
// run uses fewer functions for longer: to copy less of them into each other halves the time of optimising them, in each thread;
// and its heaps grow by little, as most of what they would hold is garbage: an index of 100,000 files takes 240 MB instead of 390.
// Measured with the V8 of Node 20 alone: other versions have other tiers. Compiled code belongs to the flags that are set.
const tunings = new Map([
  ['search', '--interrupt-budget=2000000 --no-parallel-scavenge'],
  ['index', '--max-inlined-bytecode-size-cumulative=300 --heap-growing-percent=10'],
])
const tuning = tunings.get(process.argv[2] ?? '')
if (tuning !== undefined && process.versions.node.startsWith('20.')) {
  process.getBuiltinModule('node:v8').setFlagsFromString(tuning)
}

/** What has run without kept code. */
const newScripts: { readonly script: Script; readonly source: Uint8Array; readonly url: URL }[] = []

/** The scripts of the program, which the build makes, and the code that V8 compiles for them. */
export const compiledCode = { run, keep }

/** Runs a script and returns its value; a search runs it with the code that an earlier one has kept. */
function run(url: URL): unknown {
  const source = readFileSync(url)
  const cachedData = isSearch ? readCode(url, source) : undefined
  const script = new Script(source.toString(), { filename: url.href, ...(cachedData && { cachedData }) })
  if (isSearch && (cachedData === undefined || script.cachedDataRejected))
    newScripts.push({ script, source, url })
  return script.runInThisContext()
}

/**
 * Keeps the code of what has run, for the next search. Called at the end, when the functions that a search calls are compiled.
 * @param write `writeWhole`, which is in one of the scripts
 */
function keep(write: typeof writeWhole): void {
  for (const { script, source, url } of newScripts) {
    try {
      // Another user, such as root, would leave files that the owner of the program cannot remove.
      if (statSync(url).uid !== (process.getuid?.() ?? 0)) continue
      // Whatever the umask: other users must not be able to write what this one runs.
      mkdirSync(codeFolder(url), { recursive: true, mode: 0o755 })
      const code = script.createCachedData()
      write(codeFile(url), [code, checksum(code, source)], { mode: 0o644, isLasting: false })
    } catch {
      // The program's folder cannot be written to: each search compiles the code again.
    }
  }
}

const { versions, arch } = process

function codeFolder(url: URL): string {
  return fileURLToPath(new URL('../compiled/', url))
}

function codeFile(url: URL): string {
  return join(codeFolder(url), `${basename(fileURLToPath(url))}.${versions.v8}-${arch}`)
}

const checksumLength = 4

function readCode(url: URL, source: Uint8Array): Buffer | undefined {
  try {
    const bytes = readFileSync(codeFile(url))
    const code = bytes.subarray(0, -checksumLength)
    return checksum(code, source).equals(bytes.subarray(-checksumLength)) ? code : undefined
  } catch {
    // Nothing is kept yet.
    return undefined
  }
}

function checksum(code: Uint8Array, source: Uint8Array): Buffer {
  const bytes = Buffer.alloc(checksumLength)
  bytes.writeUInt32LE(crc32(code, crc32(source)))
  return bytes
}
