import { expect, it } from 'vitest'
import { ollamaAddress } from './addresses.js'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:11434'],
  ['127.0.0.1:9', 'http://127.0.0.1:9'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:80', 'http://127.0.0.1'],
  [':5000', 'http://127.0.0.1:5000'],
  ['[::1]:5000', 'http://[::1]:5000'],
  ['http://box', 'http://box'],
  ['https://box:8443/ollama/', 'https://box:8443/ollama'],
  ['localhost', 'http://localhost:11434'],
  ['a b', 'a b'],
])('OLLAMA_HOST=%s means %s', (text, address) => {
  expect(ollamaAddress(text)).toBe(address)
})
