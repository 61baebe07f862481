/*
 * Loads the program with the code that V8 compiled for an earlier search or hook, which is kept beside it: a user who can write there can
 * change the program too. V8 rejects code of another version of itself or with other flags, but it compares no contents, and
 * damaged code ends the process; a checksum over the code and what the file system says of the source excludes both. `module.enableCompileCache` keeps only what is
 * compiled before anything runs.
 */
import type * as Program from './program.js'

// Not imported: names that an older Node does not have would end the process before `bin.ts` can say so.
const builtin = process.getBuiltinModule

/** The commands whose code is kept: a person waits for them, again and again. */
export const keptCommands = ['search', 'hook'] as const

/**
 * The program, and a function that keeps its code if there was none that fits. Called at the end of a command, it keeps the functions
 * that this command calls: they are compiled by then. Other commands use what a search kept.
 */
export function loadProgram(command: (typeof keptCommands)[number] = 'search'): {
  readonly program: typeof Program
  readonly keepCode: () => void
} {
  const { readFileSync } = builtin('node:fs')
  const { Script } = builtin('node:vm')
  const { createRequire } = builtin('node:module')

  const url = new URL('./program.cjs', import.meta.url)
  const file = codeFile(url, command)
  const cachedData = readCode(url, file)
  // One line, so that lines stay where they are. The build puts `importMetaUrl` in place of `import.meta.url`.
  const wrapped = `(function (module, require, importMetaUrl) {${readFileSync(url, 'utf8')}\n})`
  const script = new Script(wrapped, { filename: url.href, ...(cachedData && { cachedData }) })
  const module = { exports: {} }
  ;(script.runInThisContext() as Run)(module, createRequire(url), url.href)
  const program = module.exports as typeof Program
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true
  return {
    program,
    keepCode() {
      if (!isKept) write({ url, file }, script.createCachedData(), program.writeWhole)
    },
  }
}

type Run = (module: { exports: object }, require: NodeJS.Require, importMetaUrl: string) => void

function write(
  { url, file }: { readonly url: URL; readonly file: URL },
  code: Uint8Array,
  writeWhole: typeof Program.writeWhole,
): void {
  const { chmodSync, mkdirSync, statSync } = builtin('node:fs')
  try {
    // Another user, such as root, would leave files that the owner of the program cannot remove.
    if (statSync(url).uid !== (process.getuid?.() ?? 0)) return
    // Whatever the umask: other users may read what this one runs, and must not be able to write it.
    const folder = new URL('.', file)
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
    const path = builtin('node:url').fileURLToPath(file)
    writeWhole(path, [code, checksum(code, url)], { mode: 0o644, isLasting: false })
  } catch {
    // The program's folder cannot be written to: each search compiles the code again.
  }
}

function codeFile(url: URL, command: string): URL {
  const { versions, arch } = process
  return new URL(`../compiled/${command}.${versions.v8}-${arch}`, url)
}

const checksumLength = 4

function readCode(url: URL, file: URL): Buffer | undefined {
  try {
    const bytes = builtin('node:fs').readFileSync(file)
    const code = bytes.subarray(0, -checksumLength)
    return checksum(code, url).equals(bytes.subarray(-checksumLength)) ? code : undefined
  } catch {
    // Nothing is kept yet.
    return undefined
  }
}

/** Of the source, size and time of its last change: a file that is written again, or replaced, has another one. */
function checksum(code: Uint8Array, url: URL): Buffer {
  const { size, ctimeMs } = builtin('node:fs').statSync(url)
  const { crc32 } = builtin('node:zlib')
  const bytes = Buffer.alloc(checksumLength)
  bytes.writeUInt32LE(crc32(code, crc32(`${size} ${ctimeMs}`)))
  return bytes
}
