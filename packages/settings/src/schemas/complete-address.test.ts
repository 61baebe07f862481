import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseServerAddress } from '@recallite/store'
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

[pair]
host=db1,db2
port=5433,5434
user=me
password=of both
target_session_attrs=prefer-standby
`

const passwords = `# comment
other:*:*:*:wrong
db.example.org:5432:no\\:tes:me:of the odd name
db.example.org:*:*:me:with\\:colon and \\\\
localhost:5432:mine:postgres:of this computer
*:5432:*:you:of anybody
db2:7:*:me:of the second
db3:*:*:me:of the third
`

/** Completes an address in a home folder with these files. */
function complete(address: string, variables: Record<string, string> = {}, mode = 0o600): string {
  const home = temporaryFolder()
  writeFileSync(join(home, '.pg_service.conf'), services)
  writeFileSync(join(home, '.pgpass'), passwords)
  chmodSync(join(home, '.pgpass'), mode)
  const parsed = parseServerAddress(address)
  if (!parsed) throw new Error('invalid')
  return completeAddress(parsed, { home, cwd: home, variables }, entry).href
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

  it.each([
    ['postgres://me@db1,db2:7,db3/any', 'of the second'],
    ['postgres://me@db1,db2:8,db3:1/any', 'of the third'],
    ['postgres://me@/any?host=db1,db2&port=7', 'of the second'],
    ['postgres://me@db1,db2:8/any', ''],
    ['postgres://you@db1:1,db2/any', 'of anybody'],
  ])('by ~/.pgpass for the first host of a list that has an entry: %s', (address, expected) => {
    const url = new URL(complete(address.replace('@/', '@x/')))
    expect(decodeURIComponent(url.password)).toBe(expected)
  })

  it('with a list of hosts in parameters', () => {
    expect(
      decodeURIComponent(complete('postgres://x@h1:5432,h2/db?target_session_attrs=prefer-standby')),
    ).toBe('postgres://x@h1/db?target_session_attrs=prefer-standby&host=h1,h2&port=5432,')
    expect(complete('postgres://x@h1,h2/db')).toBe('postgres://x@h1/db?host=h1%2Ch2')
  })

  it('by a service with a list of hosts, whose password only they get', () => {
    const pair = 'target_session_attrs=prefer-standby&host=db1,db2&port=5433,5434'
    const secret = encodeURIComponent('of both')
    const decoded = (address: string) => complete(address).replaceAll('%2C', ',')
    expect(decoded('postgres://?service=pair')).toBe(`postgres://me:${secret}@localhost?${pair}`)
    expect(decoded('postgres://db1,db2?service=pair')).toContain(`${secret}@`)
    for (const hosts of ['db1', 'db1,db2,db4', 'db2,db1'])
      expect(decoded(`postgres://${hosts}?service=pair`)).not.toContain(secret)
    expect(complete('postgres://db.example.org,db1?service=team')).not.toContain(password)
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

  it('by parameters for user and password, as by psql', () => {
    expect(complete('postgres://h1/db?user=me&password=a%2Fb&port=7')).toBe('postgres://me:a%2Fb@h1:7/db')
    expect(complete('postgres:///db?port=7')).toBe('postgres:///db?port=7')
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
