import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { faultOf, readEndpoint, serveFolder } from './endpoint.js'
import { makeServeFolder } from './resident-files.js'
import { keepToken, tokenFile } from './gate.js'

function home() {
  const folder = temporaryFolder()
  makeServeFolder(serveFolder(folder))
  return folder
}

describe.skipIf(process.platform === 'win32')('the token of a user', () => {
  it('is created once, at random, in a file and a folder that only the user can access', async () => {
    const [mine, other] = [home(), home()]
    const tokens = await Promise.all([keepToken(mine), keepToken(mine), keepToken(mine)])
    expect(new Set(tokens).size).toBe(1)
    expect(await keepToken(mine)).toBe(tokens[0])
    expect(await keepToken(other)).not.toBe(tokens[0])
    expect(readFileSync(tokenFile(mine), 'utf8')).toBe(`${tokens[0]}\n`)
    expect(statSync(tokenFile(mine)).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(tokenFile(mine))).mode & 0o777).toBe(0o700)
  })

  it.each([0o640, 0o604, 0o660])('is refused if its file has the mode %o, with advice', async (mode) => {
    const mine = home()
    await keepToken(mine)
    chmodSync(tokenFile(mine), mode)
    await expect(keepToken(mine)).rejects.toThrow(/can be read by other users.*Remove it/)
    rmSync(tokenFile(mine))
    expect(await keepToken(mine)).toHaveLength(43)
  })

  it('is refused if its file is a link, a folder, or contains something else', async () => {
    const mine = home()
    const file = tokenFile(mine)
    writeFileSync(`${file}-elsewhere`, 'x', { mode: 0o600 })
    symlinkSync(`${file}-elsewhere`, file)
    await expect(keepToken(mine)).rejects.toThrow(/is not a file/)
    rmSync(file)
    mkdirSync(file)
    await expect(keepToken(mine)).rejects.toThrow(/is not a file/)
    rmSync(file, { recursive: true })
    writeFileSync(file, 'short', { mode: 0o600 })
    await expect(keepToken(mine)).rejects.toThrow(/contains no token/)
    truncateSync(file, 3_000_000_000)
    await expect(keepToken(mine)).rejects.toThrow(/contains no token/)
    expect(() => readEndpoint(file)).toThrow(SyntaxError)
  })

  it('is never stored in a folder that others may enter', () => {
    const folder = serveFolder(home())
    chmodSync(folder, 0o755)
    expect(faultOf(folder, 'folder')).toMatch(/chmod 700/)
    expect(() => makeServeFolder(folder)).toThrow(/open to other users/)
  })
})
