import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect, it } from 'vitest'
import { describeSessionFailure } from './create-server.js'

function failureOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  return new RangeError('nothing failed')
}

it.each([
  [
    failureOf(() => JSONRPCMessageSchema.parse({ jsonrpc: '1.0' })),
    /^A message that is not JSON-RPC was ignored\.$/,
  ],
  [failureOf(() => JSON.parse('nonsense')), /^A line that is not JSON was ignored: Unexpected token/],
  [
    failureOf(() => JSON.parse(`x${'\n'.repeat(9)}${'y'.repeat(900)}`)),
    /^A line that is not JSON was ignored: [^\n]{1,160}$/,
  ],
  [new RangeError(`\nfirst\nsecond`), /^first$/],
  [new RangeError('long '.repeat(100)), /^(?=.{200}$)long .*…$/],
])('tells %s in a short line', (error, line) => {
  expect(describeSessionFailure(error)).toMatch(line)
})
