import { describe, expect, it } from 'vitest'
import { proxyNotice } from './environment.js'

describe('proxyNotice', () => {
  const proxy = 'http://proxy.example.org:8080'

  it.each([{}, { HTTPS_PROXY: '' }, { NO_PROXY: '*' }])('is empty without a proxy: %j', (variables) => {
    expect(proxyNotice(variables, false)).toBe('')
  })

  it.each([proxy, 'https://proxy.example.org', 'user:hidden@proxy.example.org:8080', '10.0.0.1:3128'])(
    'is empty if Node can use %s',
    (url) => expect(proxyNotice({ https_proxy: url }, true)).toBe(''),
  )

  it.each(['socks5://user:hidden@127.0.0.1:1', 'http://[', 'http://hidden host'])(
    'names the variable, not its value: %s',
    (url) => {
      const notice = proxyNotice({ http_proxy: proxy, HTTPS_PROXY: url }, true)
      expect(notice).toMatch(/^HTTPS_PROXY is not the address of an HTTP proxy/)
      expect(notice).not.toContain('hidden')
    },
  )

  it('names the version of Node that needs a setting, unless it has that setting', () => {
    expect(proxyNotice({ HTTP_PROXY: proxy }, false)).toContain(
      `Node ${process.version} does not use the proxy of the environment.`,
    )
    const isSupported = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
    expect(proxyNotice({ HTTP_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }, false) === '').toBe(isSupported)
  })
})
