import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { completeAddress } from './complete-address.js'

const entry = { key: 'store.url', origin: { kind: 'flag', name: '--store' } } as const

const services = `# comment
[team]
host=db.example.org
port = 5433
user=me
dbname=notes
password=a%:/@b
sslmode=verify-full

[here]
host=/var/run/postgresql
dbname=mine

[six]
host=::1
`

const passwords = `# comment
other:*:*:*:wrong
db.example.org:5432:no\\:tes:me:of the odd name
db.example.org:*:*:me:with\\:colon and \\\\
localhost:5432:mine:postgres:of this computer
*:5432:*:you:of anybody
`

/** Completes an address in a home folder with these files. */
function complete(address: string, variables: Record<string, string> = {}, mode = 0o600): string {
  const home = temporaryFolder()
  writeFileSync(join(home, '.pg_service.conf'), services)
  writeFileSync(join(home, '.pgpass'), passwords)
  chmodSync(join(home, '.pgpass'), mode)
  return completeAddress(new URL(address), { home, cwd: home, variables }, entry).href
}

const password = encodeURIComponent('a%:/@b')
const withColon = encodeURIComponent('with:colon and \\')

describe('the address of a server is completed', () => {
  it.each([
    ['postgres://?service=team', `postgres://me:${password}@db.example.org:5433/notes?sslmode=verify-full`],
    [
      'postgres://?service=here',
      `postgres://:${encodeURIComponent('of this computer')}@localhost/mine?host=%2Fvar%2Frun%2Fpostgresql`,
    ],
    ['postgres://?service=six', 'postgres://[::1]'],
    [
      'postgres://db.example.org/own?service=team&sslmode=require',
      `postgres://me:${password}@db.example.org:5433/own?sslmode=require`,
    ],
  ])('by a service: %s', (address, expected) => {
    expect(complete(address)).toBe(expected)
  })

  it('by the service of PGSERVICE, if it names no host', () => {
    const variables = { PGSERVICE: 'team' }
    expect(complete('postgres://', variables)).toBe(complete('postgres://?service=team'))
    expect(complete('postgres://x@elsewhere/db', variables)).toBe('postgres://x@elsewhere/db')
    expect(complete('postgres://?service=here', variables)).toContain('/mine')
  })

  it('without the password of a service, if it names another host', () => {
    expect(complete('postgres://elsewhere?service=team')).toBe(
      'postgres://me@elsewhere:5433/notes?sslmode=verify-full',
    )
  })

  it('by PGPASSWORD, unless the address or the service has a password', () => {
    const variables = { PGPASSWORD: 'x/y' }
    expect(complete('postgres://me@db.example.org/db', variables)).toBe(
      'postgres://me:x%2Fy@db.example.org/db',
    )
    expect(complete('postgres:///db', variables)).toBe('postgres://:x%2Fy@localhost/db')
    expect(complete('postgres://me:own@db.example.org/db', variables)).toBe(
      'postgres://me:own@db.example.org/db',
    )
    expect(complete('postgres://?service=team', variables)).toContain(password)
  })

  it.each([
    ['postgres://me@db.example.org/no%3Ates', 'of the odd name'],
    ['postgres://me@db.example.org:77/any', 'with:colon and \\'],
    ['postgres://you@anywhere/any', 'of anybody'],
    ['postgres://you@anywhere:1/any', ''],
    ['postgres://me@other.example.org/any', ''],
    ['postgres:///mine?host=/var/run/postgresql', 'of this computer'],
  ])('by the first matching line of ~/.pgpass: %s', (address, expected) => {
    expect(decodeURIComponent(new URL(complete(address)).password)).toBe(expected)
  })

  it.skipIf(process.platform === 'win32')('not by a ~/.pgpass that others may read', () => {
    const address = 'postgres://me@db.example.org/db'
    expect(complete(address)).toContain(withColon)
    expect(complete(address, {}, 0o640)).toBe(address)
    expect(complete(address, { PGPASSFILE: '/nowhere' })).toBe(address)
  })

  it('not by a huge ~/.pgpass', () => {
    const file = join(temporaryFolder(), 'pgpass')
    const line = '*:*:*:*:x\n'
    const completeWith = (lines: number) => {
      writeFileSync(file, line.repeat(lines), { mode: 0o600 })
      return complete('postgres://me@db.example.org/db', { PGPASSFILE: file })
    }
    expect(completeWith(1)).toContain('me:x@')
    expect(completeWith(1_000_000)).toBe('postgres://me@db.example.org/db')
  })

  it('or rejected, if no file has its service', () => {
    expect(() => complete('postgres://?service=none')).toThrow(
      /the service "none", but .*pg_service\.conf has none/u,
    )
    expect(() => complete('postgres://', { PGSERVICE: 'team', PGSERVICEFILE: '/nowhere' })).toThrow(
      /nowhere/u,
    )
  })
})
