import { describe, expect, it } from 'vitest'
import { modelUrl, redirectTarget } from './model-url.js'

describe('modelUrl', () => {
  it.each([
    'https://example.org/a.gguf',
    'http://localhost:8080/a.gguf',
    'http://127.0.0.1/a.gguf',
    'http://127.8.9.10/a.gguf',
    'http://[::1]:81/a.gguf',
    // 127.0.0.1, written as one number.
    'http://2130706433/a.gguf',
  ])('takes %s', (text) => {
    expect(modelUrl(text).href).toBe(new URL(text).href)
  })

  it.each([
    ['http://example.org/a.gguf', 'http is for servers on this machine'],
    ['http://127.0.0.1.example.org/a.gguf', 'http is for servers on this machine'],
    ['http://localhost.example.org/a.gguf', 'http is for servers on this machine'],
    ['http://192.168.0.1/a.gguf', 'http is for servers on this machine'],
    ['http://169.254.169.254/a.gguf', 'http is for servers on this machine'],
    ['ftp://example.org/a.gguf', 'ftp: is not downloaded from'],
    ['file:///etc/a.gguf', 'file: is not downloaded from'],
    ['https://joe:geheim@example.org/a.gguf', 'user name or a password'],
    ['not an address', 'not an address'],
  ])('refuses %s', (text, reason) => {
    const refusal = expect.objectContaining({
      code: 'MODEL_SOURCE_INVALID',
      message: expect.stringContaining(reason),
    })
    expect(() => modelUrl(text)).toThrow(refusal)
    expect(() => modelUrl(text)).not.toThrow('geheim')
  })
})

describe('redirectTarget', () => {
  it.each([
    ['https://a.example/x', 'https://cdn.example/y?sig=1', 'https://cdn.example/y?sig=1'],
    ['https://a.example/x/y', '/z', 'https://a.example/z'],
    ['http://localhost:1/x', 'http://127.0.0.1:2/y', 'http://127.0.0.1:2/y'],
    ['http://localhost:1/x', 'https://cdn.example/y', 'https://cdn.example/y'],
  ])('goes from %s by %s', (from, location, target) => {
    expect(redirectTarget(new URL(from), location).href).toBe(target)
  })

  it.each([
    ['https://a.example/x', 'http://a.example/x', 'http is for servers on this machine'],
    ['https://a.example/x', 'http://localhost/x', 'from https to http'],
    ['http://localhost/x', 'http://a.example/x', 'http is for servers on this machine'],
    ['https://a.example/x', 'file:///etc/passwd', 'file: is not downloaded from'],
    ['https://a.example/x', 'https://joe:x@b.example/', 'user name or a password'],
    ['https://a.example/x', 'https://', 'does not say where'],
    ['https://a.example/x', null, 'does not say where'],
  ])('never goes from %s to %s', (from, location, reason) => {
    expect(() => redirectTarget(new URL(from), location)).toThrow(
      expect.objectContaining({ code: 'MODEL_REDIRECT_REFUSED', message: expect.stringContaining(reason) }),
    )
  })
})
