import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const door = new URL('../dist/index.js', import.meta.url)

const program = `
  import { createRequire } from 'node:module'
  await import(process.argv[1])
  const loaded = Object.keys(createRequire(process.argv[1]).cache)
  process.stdout.write(JSON.stringify(loaded))
`

describe.skipIf(!existsSync(door))('the door of the package', () => {
  it('loads no Markdown parser: a program that asks one question needs none', async () => {
    const args = ['--input-type=module', '--eval', program, fileURLToPath(door)]
    const { exitCode, stdout } = await runProcess(args)
    expect(exitCode).toBe(0)
    const loaded = JSON.parse(stdout) as string[]
    expect(loaded.filter((path) => /markdown-it|htmlparser2|node_modules[/\\]ignore/.test(path))).toEqual([])
  })
})
