/*
 * Loads the program with the code that V8 compiled for an earlier search or hook. That code is stored next to the program, where only
 * a user who can change the program can write. V8 rejects code of another V8 version or with other flags, but it does not compare
 * contents, and damaged code crashes the process; so a checksum covers the code, and the size and change time of the source.
 * `module.enableCompileCache` stores only code that is compiled before anything runs.
 */
import { orUndefined } from '@recallite/command-line'
import type * as Program from './program.js'

// Not imported: a missing export in an older Node would end the process before `bin.ts` can report it.
const builtin = process.getBuiltinModule

/** What code is stored for, because people often wait for it. */
type CodeName = 'search' | 'hook'

/**
 * The program, and a function that stores its code unless valid code was loaded. Called at the end of a command, when the functions
 * that the command uses are compiled. Other commands load the code of a search.
 */
export function loadProgram(name: CodeName = 'search'): {
  readonly program: typeof Program
  readonly keepCode: () => void
} {
  const { readFileSync } = builtin('node:fs')
  const { Script } = builtin('node:vm')
  const { createRequire } = builtin('node:module')

  const url = new URL('./program.cjs', import.meta.url)
  const { versions, arch } = process
  const file = new URL(`../compiled/${name}.${versions.v8}-${arch}`, url)
  const cachedData = readCode(url, file)
  // On one line, so that line numbers stay the same. The build escapes all but ASCII, and replaces `import.meta.url` by `importMetaUrl`.
  const wrapped = `(function (module, require, importMetaUrl) {${readFileSync(url, 'latin1')}\n})`
  const script = new Script(wrapped, { filename: url.href, ...(cachedData && { cachedData }) })
  const module = { exports: {} }
  ;(script.runInThisContext() as Run)(module, loadingLate(createRequire(url)), url.href)
  const program = module.exports as typeof Program
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true
  return {
    program,
    keepCode() {
      if (!isKept) write({ url, file }, script.createCachedData(), program.writeWhole)
    },
  }
}

type Run = (module: { exports: object }, require: (name: string) => unknown, importMetaUrl: string) => void

/** Modules of Node that take milliseconds to load and are imported by name or as a default by code that few commands run. */
const lateModules: ReadonlySet<string> = new Set(['crypto', 'child_process'])

/** A `require` that loads these modules when one of their exports is first used. Importing one as a namespace would find no exports. */
function loadingLate(require: NodeJS.Require): (name: string) => unknown {
  const late = (name: string) =>
    new Proxy({}, { get: (_, key) => Reflect.get(require(name), key) as unknown })
  return (name) => (lateModules.has(name) ? late(name) : require(name))
}

function write(
  { url, file }: { readonly url: URL; readonly file: URL },
  code: Uint8Array,
  writeWhole: typeof Program.writeWhole,
): void {
  const { chmodSync, mkdirSync, statSync } = builtin('node:fs')
  try {
    // Another user, such as root, would leave files that the owner of the program cannot remove.
    if (statSync(url).uid !== (process.getuid?.() ?? 0)) return
    // Independent of the umask, other users may read this code but must not be able to write it.
    const folder = new URL('.', file)
    if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
    const path = builtin('node:url').fileURLToPath(file)
    writeWhole(path, [code, checksum(code, url)], { mode: 0o644, isLasting: false })
  } catch {
    // The program's folder is not writable: each search compiles the code again.
  }
}

const checksumLength = 4

function readCode(url: URL, file: URL): Buffer | undefined {
  return orUndefined(() => {
    const bytes = builtin('node:fs').readFileSync(file)
    const code = bytes.subarray(0, -checksumLength)
    return checksum(code, url).equals(bytes.subarray(-checksumLength)) ? code : undefined
  })
}

/** Covers the code, and the size and change time of the source, which change if the source is rewritten or replaced. */
function checksum(code: Uint8Array, url: URL): Buffer {
  const { size, ctimeMs } = builtin('node:fs').statSync(url)
  const { crc32 } = builtin('node:zlib')
  const bytes = Buffer.alloc(checksumLength)
  bytes.writeUInt32LE(crc32(code, crc32(`${size} ${ctimeMs}`)))
  return bytes
}
