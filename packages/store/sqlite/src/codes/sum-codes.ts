/** What `sum-codes.wat` exports. */
export interface SumCodes {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** Takes addresses in the memory, and counts; see there. */
  sumCodes(codes: number, groups: number, bytes: number, tables: number, sums: number): void
}

/** Makes an instance, with a memory of its own of one page. */
export function instantiateSumCodes(): SumCodes {
  compiled ??= new WebAssembly.Module(Buffer.from(binary, 'base64'))
  return new WebAssembly.Instance(compiled).exports
}

/** The bytes of a page of an instance's memory. */
export const memoryPage = 65_536

let compiled: object | undefined

/** Node's types leave WebAssembly out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: SumCodes }
}

/** `sum-codes.wat`, assembled. */
const binary =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcVAgZtZW1vcnkCAAhzdW1Db2RlcwAACswBAckBAgJ/A3sDQP0MAAAAAAAAAAAAAAAAAAAAACEI/QwAAAAAAAAAAAAAAAAAAAAAIQkgAyEFIAAgAkEEdGohBgNAIAD9AAQAIQcgBf0ABAAgB/0MDw8PDw8PDw8PDw8PDw8PD/1O/Q4gBf0ABBAgB0EE/W39Dv1uIQcgCCAH/YkB/Y4BIQggCSAH/YoB/Y4BIQkgBUEgaiEFIABBEGohACAAIAZJDQALIAQgCP0LBAAgBCAJ/QsEECAEQSBqIQQgAUEBayEBIAENAAsL'
