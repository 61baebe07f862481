import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key in base64 depends on the bytes before it, in three ways; their ends are omitted. */
function base64Forms(key: string): string[] {
  return ['', ' ', '  '].flatMap((before) =>
    (['base64', 'base64url'] as const).map((code) =>
      Buffer.from(`${before}${key}${before}`).toString(code).slice(4, -8),
    ),
  )
}

/** A key in every form in which a careless server may repeat it. */
export function repetitionsOf(key: string): string[] {
  const bytes = [key, `Bearer ${key}`, `me:${key}`].map((text) => Buffer.from(text))
  return [
    key,
    encodeURIComponent(key),
    ...bytes.flatMap((each) => [each.toString('base64'), each.toString('base64url')]),
  ]
}

/** Looks for any form of a key in bytes, files and the arguments of processes. */
export function keySearch(key: string) {
  const forms = [
    key,
    key.slice(3, -2),
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase(),
    ...base64Forms(key),
    Buffer.from(key).toString('hex'),
  ]
  /** The forms of the key in some bytes. */
  const formsIn = (bytes: Uint8Array): string[] => {
    const text = Buffer.from(bytes).toString('latin1')
    return forms.filter((form) => text.includes(form))
  }
  /** Every file in a folder and every running process with some form of the key, and everything that was checked. */
  const look = (folder: string) => {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const found = [...files, ...commandLines()].filter((file) => formsIn(readOrNothing(file)).length > 0)
    return { found, hasLog: files.some((file) => file.endsWith('-wal')), count: files.length }
  }
  return { formsIn, look }
}

/** The arguments of all processes, as `ps` shows them. */
function commandLines(): string[] {
  if (process.platform !== 'linux') return []
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map((number) => `/proc/${number}/cmdline`)
}

/** Processes and temporary files may disappear. */
function readOrNothing(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch {
    return new Uint8Array()
  }
}
