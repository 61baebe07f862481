import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { docxOf, pdfOf } from './__fixtures__/sample-files.js'
import { type DocumentKind, documentKindOf, readDocumentFile } from './read-document-file.js'

const child = new URL('../dist/child.js', import.meta.url)

describe('the kind of a file', () => {
  it.each([
    ['a/b.PDF', 'pdf'],
    ['x.docx', 'docx'],
    ['.xlsx', 'xlsx'],
    ['a.pptx.md', undefined],
    ['pdf', undefined],
  ])('of %s is %s', (path, kind) => expect(documentKindOf(path)).toBe(kind))
})

function program(code: string): URL {
  const file = join(temporaryFolder(), 'child.mjs')
  writeFileSync(file, code)
  return pathToFileURL(file)
}

describe('a file that is read', () => {
  it.runIf(existsSync(child))('has text, or a reason why not', async () => {
    const read = (bytes: Uint8Array, kind: DocumentKind) => readDocumentFile(bytes, { kind, child })
    expect(await read(pdfOf(['Hello']), 'pdf')).toMatchObject({ text: '## Page 1\n\nHello\n' })
    expect(await read(docxOf(['Hello']), 'docx')).toMatchObject({ text: '<p>Hello</p>\n' })
    for (const kind of ['pdf', 'docx', 'pptx', 'xlsx'] as const) {
      const reason = expect.stringContaining(`not a readable ${kind.toUpperCase()} file`)
      expect(await read(new Uint8Array(100), kind)).toEqual({ reason })
    }
  })

  it('is abandoned if it takes too long', async () => {
    const options = {
      kind: 'pdf',
      timeout: 300,
      child: program('process.once("message", () => { for (;;); })'),
    } as const
    expect(await readDocumentFile(new Uint8Array(1), options)).toEqual({
      reason: 'it takes more than 0.3 s to read',
    })
  })

  it.each([
    ['objects', 'const all = []; for (;;) all.push({ all: new Array(1000).fill(all.length) })'],
    ['bytes', 'const all = []; setInterval(() => all.push(new Uint8Array(8e6).fill(1)), 5)'],
  ])('is abandoned if it takes too much memory, in %s', async (_, code) => {
    const options = { kind: 'pdf', megabytes: 100, child: program(code) } as const
    expect(await readDocumentFile(new Uint8Array(1), options)).toEqual({
      reason: 'it takes more than 100 MB of memory to read',
    })
  })

  it('is abandoned at an interruption', async () => {
    const busy = program('process.once("message", () => { for (;;); })')
    const reading = readDocumentFile(new Uint8Array(1), {
      kind: 'pdf',
      child: busy,
      signal: AbortSignal.timeout(300),
    })
    await expect(reading).rejects.toThrow('timeout')
  })

  it.runIf(existsSync(child))('ends with a process that is killed, while it is busy', async () => {
    const place = join(temporaryFolder(), 'pid')
    const busy = program(`process.once('message', () => {
      process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(place)}, String(process.pid))
      for (;;);
    })`)
    const parent = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `
      import { readDocumentFile } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}
      await readDocumentFile(new Uint8Array(1), { kind: 'pdf', child: new URL(${JSON.stringify(busy.href)}) })`,
    ])
    await vi.waitFor(() => expect(existsSync(place) && readFileSync(place, 'utf8')).toBeTruthy(), 20_000)
    parent.kill('SIGKILL')
    const isRunning = () => process.kill(Number(readFileSync(place, 'utf8')), 0)
    await vi.waitFor(() => expect(isRunning).toThrow('ESRCH'), 5_000)
  })

  it.each(['throw new Error("broken")', '', 'process.exit(3)'])(
    'has no text if the child runs %j',
    async (code) => {
      const read = await readDocumentFile(new Uint8Array(1e6), { kind: 'pdf', child: program(code) })
      expect(read).toEqual({ reason: 'reading it ended without a result' })
    },
  )
})
