import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { findPrograms, makeMachine } from './machine.ts'

it('takes the first of each program on a PATH, and the Node that runs', () => {
  const folder = temporaryFolder()
  const folders = ['one', 'two'].map((name) => join(folder, name))
  for (const each of folders) mkdirSync(each)
  const file = (place: number, name: string) => join(folders[place] ?? '', name)
  for (const path of [file(0, 'npm'), file(1, 'npm'), file(1, 'npx'), file(1, 'sh')]) writeFileSync(path, '')
  expect(findPrograms(folders.join(delimiter))).toEqual({
    node: process.execPath,
    npm: file(0, 'npm'),
    npx: file(1, 'npx'),
    sh: file(1, 'sh'),
  })
  expect(() => findPrograms(file(0, ''))).toThrow('no npx')
})

it('makes a machine with an empty home, Node, npm, a shell and nothing else', () => {
  const { home, env } = makeMachine(join(temporaryFolder(), 'machine'), 'http://127.0.0.1:9/')
  expect(readdirSync(home)).toEqual([])
  const ask = (command: string) => execFileSync('/bin/sh', ['-c', command], { env, encoding: 'utf8' })
  expect(ask('node --version')).toBe(`${process.version}\n`)
  expect(ask('npm config get registry')).toBe('http://127.0.0.1:9/\n')
  expect(() => ask('command -v gcc || command -v cc || command -v make || command -v python3')).toThrow(
    'Command failed',
  )
})
