import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startPage } from './__fixtures__/served-page.js'
import { pageRoutes } from './answer-page.js'
import { linkPath } from './page.js'

const closed = { status: 403, text: expect.stringContaining('recallite ui') as string }

describe('a link to the page', () => {
  it('opens the page once, for the browser with its cookie', async () => {
    const { port, send, linkTo } = await startPage()
    const link = await linkTo()
    expect([link.host, link.pathname]).toEqual([
      `127.0.0.1:${port}`,
      expect.stringMatching(/^\/ui\/open\/[\w-]{43}$/u),
    ])
    const opened = await send(link.pathname)
    const { location = '', 'set-cookie': cookies } = opened.headers
    expect([opened.status, location]).toEqual([303, expect.stringMatching(/^\/ui\/[\w-]{43}\/$/u)])
    const wanted = new RegExp(`^recallite-ui=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=${location}$`, 'u')
    expect(cookies).toEqual([expect.stringMatching(wanted)])
    const cookie = String(cookies).split(';')[0] ?? ''
    // Another server on this machine may have set a cookie with the same name.
    for (const sent of [cookie, `recallite-ui=other; ${cookie}; a=b`])
      expect(await send(location, { headers: { cookie: sent } })).toMatchObject({
        status: 200,
        text: '<p>page',
      })
    expect(await send(link.pathname)).toMatchObject(closed)
    expect((await send(link.pathname)).headers['set-cookie']).toBeUndefined()
  })

  it('is available only to the commands of the user', async () => {
    const { askLink, userToken } = await startPage()
    expect(await askLink(userToken)).toMatchObject({ status: 200 })
    for (const authorization of ['Bearer kept', 'Bearer wrong', ''])
      expect(await askLink(authorization)).toMatchObject({ status: 401 })
  })

  it('expires after five minutes, or when there are twenty newer links', async () => {
    const { clock, send, linkTo } = await startPage()
    const [early, late] = [await linkTo(), await linkTo()]
    clock.now = 300_000
    expect(await send(early.pathname)).toMatchObject({ status: 303 })
    clock.now = 300_001
    expect(await send(late.pathname)).toMatchObject(closed)
    const first = await linkTo()
    for (let more = 0; more < 20; more += 1) await linkTo()
    expect(await send(first.pathname)).toMatchObject(closed)
  })

  it('cannot be guessed, and is not used up by other methods', async () => {
    const { send, linkTo } = await startPage()
    const { pathname } = await linkTo()
    for (const method of ['POST', 'HEAD', 'PUT', 'OPTIONS'])
      expect((await send(pathname, { method })).status).toBe(403)
    for (const path of ['/ui/open/', '/ui/open/x', `${pathname}x`, pathname.slice(0, -1), `${pathname}/`])
      expect(await send(path)).toMatchObject(closed)
    expect((await send(pathname)).status).toBe(303)
  })
})

describe('the page', () => {
  it('has the files of its folder, and nothing else at any path', async () => {
    const { send, open } = await startPage()
    const { path, headers } = await open()
    const known = [
      ['', 'text/html', '<p>page'],
      ['index.html', 'text/html', '<p>page'],
      ['app.js?v=1', 'text/javascript', 'start()'],
      ['app.css', 'text/css', 'p{}'],
    ] as const
    for (const [name, type, text] of known) {
      const answer = await send(`${path}${name}`, { headers })
      expect([name, answer.status, answer.text]).toEqual([name, 200, text])
      expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    }
    const tricks =
      `../secret.js ..%2fsecret.js %2e%2e/secret.js ..\\secret.js ./app.js /app.js app%2ejs deep.js/inner.js
      deep.js/../../secret.js app.js.map app.js%00 APP.JS no.js __proto__ ../../v1/status ../../mcp api/../app.js
      api/../../../v1/status api//status api/__proto__ api/`.split(/\s+/u)
    for (const name of tricks) {
      const answer = await send(`${path}${name}`, { headers })
      expect([name, answer.status]).toEqual([name, 404])
      expect(answer.text).not.toMatch(/secret|kept/u)
    }
    for (const other of [
      '/ui/',
      '/ui',
      '/',
      path.slice(0, -1),
      `/v1/..${path}`,
      `/x/..${path}api/status`,
      `/${path}`,
    ])
      expect([other, [401, 403].includes((await send(other, { headers })).status ?? 0)]).toEqual([
        other,
        true,
      ])
  })

  it('is open to each browser that opened a link, by its own key and token', async () => {
    const { send, open } = await startPage()
    const [one, two] = [await open(), await open()]
    for (const { path, headers } of [one, two])
      expect(await send(`${path}api/status`, { headers })).toMatchObject({
        status: 200,
        text: '{"kept":"by the memory"}',
      })
    const strangers = [{}, two.headers, { cookie: 'recallite-ui=' }, { cookie: `${one.headers.cookie}x` }]
    for (const headers of strangers) {
      expect(await send(one.path, { headers })).toMatchObject(closed)
      const asked = await send(`${one.path}api/status`, { headers })
      expect([asked.status, JSON.parse(asked.text)]).toEqual([
        403,
        { error: { code: 'TOKEN_WRONG', message: closed.text } },
      ])
    }
    for (let more = 0; more < 19; more += 1) await open()
    expect(await send(one.path, { headers: one.headers })).toMatchObject(closed)
    expect(await send(two.path, { headers: two.headers })).toMatchObject({ status: 200 })
  })

  it('is closed to the tokens of programs, and its cookie opens nothing else', async () => {
    const { send, open, userToken } = await startPage()
    const { path, headers } = await open()
    for (const authorization of ['Bearer kept', userToken]) {
      const answer = await send(`${path}api/status`, { headers: { authorization } })
      expect([answer.status, answer.headers['recallite-proof']]).toEqual([403, undefined])
    }
    const json = { ...headers, 'content-type': 'application/json' }
    for (const other of ['/v1/status', '/v1/search', '/v1/get?place=a.md', '/mcp', linkPath]) {
      for (const method of ['GET', 'POST'])
        expect((await send(other, { method, headers: json, body: '{}' })).status).toBe(401)
    }
  })

  it('does not answer other pages', async () => {
    const { port, send, open, linkTo } = await startPage()
    const { path, headers } = await open()
    const { pathname } = await linkTo()
    const foreign = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { host: `evil.example:${port}` },
      { host: '127.0.0.1' },
      ...['cross-site', 'same-site', 'none, same-origin', ''].map((site) => ({ 'sec-fetch-site': site })),
    ]
    for (const more of foreign) {
      for (const each of [pathname, path, `${path}app.js`, `${path}api/status`])
        expect([more, (await send(each, { headers: { ...headers, ...more } })).status]).toEqual([more, 403])
    }
    for (const site of ['same-origin', 'none'])
      expect((await send(path, { headers: { ...headers, 'sec-fetch-site': site } })).status).toBe(200)
    expect((await send(pathname)).status).toBe(303)
  })

  it('requires the method of each route, and JSON, which no form of a web page can send', async () => {
    const { send, open, userToken } = await startPage()
    const { path, headers } = await open()
    for (const [name, { method }] of Object.entries(pageRoutes)) {
      const [other, form] = [method === 'GET' ? 'POST' : 'GET', 'application/x-www-form-urlencoded']
      const address = `${path.slice(0, -1)}${name}`
      expect([name, (await send(address, { method: other, headers })).status]).toEqual([name, 405])
      const sent = { method: 'POST', headers: { ...headers, 'content-type': form }, body: 'a=b' }
      expect([name, (await send(address, sent)).status]).toEqual([name, method === 'GET' ? 405 : 415])
    }
    const form = { authorization: userToken, 'content-type': 'text/plain' }
    expect((await send(linkPath, { method: 'POST', headers: form, body: '{}' })).status).toBe(415)
    const unknown = await send(`${path}api/no`, { headers })
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('/api/status')])
  })

  it('has headers that block other hosts, also in refusals', async () => {
    const { send, open } = await startPage()
    const { path, headers } = await open()
    for (const each of [
      path,
      `${path}app.js`,
      `${path}api/status`,
      `${path}no`,
      '/ui/open/x',
      '/ui/x/api/status',
    ]) {
      const { headers: sent } = await send(each, { headers })
      expect([each, sent]).toEqual([
        each,
        expect.objectContaining({
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        }),
      ])
      expect(sent['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('reports missing files on the server, with what to do', async () => {
    const { send, open, page, failures } = await startPage()
    const { path, headers } = await open()
    rmSync(page.folder, { recursive: true })
    expect((await send(path, { headers })).status).toBe(500)
    expect(failures).toEqual([expect.stringContaining('npm install --global recallite')])
  })
})
