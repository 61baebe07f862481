import { describe, expect, it } from 'vitest'
import { readAddress, schemaName } from './address.js'

const ssl = (url: string) => readAddress({ url }).clients[0]?.ssl

describe('an address', () => {
  it('is printed without its password', () => {
    const url = 'postgres://me:secret@db.example.org:5433/team?sslmode=verify-full'
    expect(readAddress({ url }).displayUrl).toBe('postgres://me@db.example.org:5433/team')
    expect(readAddress({ url, password: 'other' }).clients[0]).toMatchObject({
      host: 'db.example.org',
      port: 5433,
      user: 'me',
      password: 'other',
      database: 'team',
    })
  })

  it.each(['localhost', '127.0.0.1', '127.8.0.1', '[::1]'])('on this computer needs no TLS: %s', (host) => {
    expect(ssl(`postgres://me@${host}/db`)).toBe(false)
    expect(ssl(`postgres://me@${host}/db?sslmode=require`)).toEqual({ rejectUnauthorized: true })
  })

  it('may be the folder of a socket', () => {
    const { clients } = readAddress({ url: 'postgres:///db?host=/var/run/postgresql' })
    expect(clients[0]).toMatchObject({ host: '/var/run/postgresql', ssl: false, database: 'db' })
  })

  it.each(['db.example.org', '10.0.0.1', '128.0.0.1', '127.0.0.1.example.org', '[2001:db8::1]'])(
    'elsewhere is reached by TLS with a verified certificate, or not at all: %s',
    (host) => {
      const verified = { rejectUnauthorized: true }
      expect(ssl(`postgres://me@${host}/db`)).toEqual(verified)
      for (const mode of ['require', 'verify-ca', 'verify-full', 'anything'])
        expect(ssl(`postgres://me@${host}/db?sslmode=${mode}`)).toEqual(verified)
      for (const mode of ['disable', 'allow', 'prefer', 'no-verify']) {
        const url = `postgres://me@${host}/db?sslmode=${mode}`
        expect(() => ssl(url)).toThrow(/others can read or change them/)
      }
    },
  )

  it('may list hosts, which share user, password and database', () => {
    const { clients, displayUrl } = readAddress({
      url: 'postgres://me:a,b@127.0.0.1:5433,[::1],db.example.org:5434/team?sslmode=require',
    })
    const shared = { user: 'me', password: 'a,b', database: 'team', ssl: { rejectUnauthorized: true } }
    expect(clients).toEqual([
      { ...shared, host: '127.0.0.1', port: 5433 },
      { ...shared, host: '::1', port: 5432 },
      { ...shared, host: 'db.example.org', port: 5434 },
    ])
    expect(displayUrl).toBe('postgres://me@127.0.0.1:5433,[::1],db.example.org:5434/team')
  })

  it.each([
    ['host=a,b&port=1,2', [1, 2], 'a:1,b:2'],
    ['host=a,b&port=3', [3, 3], 'a:3,b:3'],
    ['host=a,b', [5432, 5432], 'a,b'],
  ])('may list hosts and ports in parameters: %s', (parameters, ports, shown) => {
    const { clients, displayUrl } = readAddress({ url: `postgres:///db?${parameters}` })
    expect(clients.map(({ host }) => host)).toEqual(['a', 'b'])
    expect(clients.map(({ port }) => port)).toEqual(ports)
    expect(displayUrl).toBe(`postgres://${shown}/db`)
  })

  it('requires TLS on each host that is elsewhere', () => {
    const { clients } = readAddress({ url: 'postgres://me@localhost,db.example.org/db' })
    expect(clients.map(({ ssl: tls }) => tls)).toEqual([false, { rejectUnauthorized: true }])
    expect(() => ssl('postgres://me@localhost,db.example.org/db?sslmode=disable')).toThrow(
      /to db.example.org where others can read/,
    )
  })

  it.each(['h1:x,h2', 'h1,h2:x', 'h1,h2:99999', 'h1,h 2', ',h2'])(
    'is rejected if a host is invalid: %s',
    (hosts) => {
      expect(() => readAddress({ url: `postgres://me:secret@${hosts}/db` })).toThrow(
        /^This is not the address/,
      )
    },
  )

  it.each(['x', '99999', '1,x'])('is rejected if a port in a parameter is invalid: %s', (port) => {
    const read = () => readAddress({ url: `postgres://me:secret@h1/db?host=a,b&port=${port}` })
    expect(read).toThrow(expect.objectContaining({ code: 'STORE_UNAVAILABLE' }))
    expect(read).toThrow(/^This is not the address/)
  })

  it('may name the schema', () => {
    expect(readAddress({ url: 'postgres://me@h1/db?schema=team' }).schema).toBe('team')
    expect(readAddress({ url: 'postgres://me@h1/db' }).schema).toBeUndefined()
  })

  it('prefers standbys for reads if it or the option says so', () => {
    const url = 'postgres://me@a,b/db?target_session_attrs=prefer-standby'
    expect(readAddress({ url }).usesStandbys).toBe(true)
    expect(readAddress({ url, readFrom: 'primary' }).usesStandbys).toBe(false)
    expect(readAddress({ url: 'postgres://me@a,b/db', readFrom: 'standby' }).usesStandbys).toBe(true)
    expect(readAddress({ url: 'postgres://me@a,b/db?target_session_attrs=read-write' }).usesStandbys).toBe(
      false,
    )
  })

  it('with an unreadable certificate is rejected', () => {
    expect(() => ssl('postgres://me@db.example.org/db?sslrootcert=/none.pem')).toThrow(/cannot be read/)
  })
})

describe('the name of a schema', () => {
  it('is never syntax', () => {
    expect(schemaName('team_1')).toBe('team_1')
    for (const name of ['', 'a b', 'a"b', 'A', '1a', 'pg_catalog', 'a;drop', 'ä', 'x'.repeat(49)])
      expect(() => schemaName(name)).toThrow(/The name of a schema/)
  })
})
