/** Why a request was refused. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string }
}
