/** What `sum-codes.wat` exports. */
export interface SumCodes {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  /** Takes addresses in the memory, and counts: of groups a multiple of 4; see there. */
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
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcVAgZtZW1vcnkCAAhzdW1Db2RlcwAACvwEAfkEAgR/C3sgAkEEdCEHA0D9DAAAAAAAAAAAAAAAAAAAAAAhDP0MAAAAAAAAAAAAAAAAAAAAACEN/QwAAAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAAAAAAAAAAAAAhD/0MAAAAAAAAAAAAAAAAAAAAACEQ/QwAAAAAAAAAAAAAAAAAAAAAIRH9DAAAAAAAAAAAAAAAAAAAAAAhEv0MAAAAAAAAAAAAAAAAAAAAACETIAMhBSAAIAdqIQYDQCAF/QAEACEJIAX9AAQQIQogACEIIAj9AAQAIQsgCSAL/QwPDw8PDw8PDw8PDw8PDw8P/U79DiAKIAtBBP1t/Q79biELIAwgC/2JAf2OASEMIA0gC/2KAf2OASENIAggB2ohCCAI/QAEACELIAkgC/0MDw8PDw8PDw8PDw8PDw8PD/1O/Q4gCiALQQT9bf0O/W4hCyAOIAv9iQH9jgEhDiAPIAv9igH9jgEhDyAIIAdqIQggCP0ABAAhCyAJIAv9DA8PDw8PDw8PDw8PDw8PDw/9Tv0OIAogC0EE/W39Dv1uIQsgECAL/YkB/Y4BIRAgESAL/YoB/Y4BIREgCCAHaiEIIAj9AAQAIQsgCSAL/QwPDw8PDw8PDw8PDw8PDw8P/U79DiAKIAtBBP1t/Q79biELIBIgC/2JAf2OASESIBMgC/2KAf2OASETIAVBIGohBSAAQRBqIQAgACAGSQ0ACyAEIAz9CwQAIAQgDf0LBBAgBCAO/QsEICAEIA/9CwQwIAQgEP0LBEAgBCAR/QsEUCAEIBL9CwRgIAQgE/0LBHAgACAHQQNsaiEAIARBgAFqIQQgAUEEayEBIAENAAsL'
