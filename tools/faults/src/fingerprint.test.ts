import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fingerprint, listTree, readRegular } from './fingerprint.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'recallite-fingerprint-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it('differs by every byte, name, link and folder', () => {
  const place = folder()
  const seen = new Set<string>()
  const look = () => seen.add(fingerprint(place))
  look()
  writeFileSync(join(place, 'a'), 'one')
  look()
  writeFileSync(join(place, 'a'), 'two')
  look()
  mkdirSync(join(place, 'b'))
  look()
  symlinkSync('a', join(place, 'c'))
  look()
  rmSync(join(place, 'c'))
  symlinkSync('b', join(place, 'c'))
  look()
  expect(seen.size).toBe(6)
})

it('follows no link', () => {
  const [place, elsewhere] = [folder(), folder()]
  writeFileSync(join(elsewhere, 'secret'), 'x')
  symlinkSync(elsewhere, join(place, 'link'))
  symlinkSync(join(elsewhere, 'secret'), join(place, 'file'))
  expect(listTree(place)).toEqual(['file', 'link'])
  expect(readRegular(join(place, 'file'))).toBeUndefined()
})
