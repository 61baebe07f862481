/* Formats of keys and tokens, as the services that issue them document them. `unlisted-secrets.ts` tests what the lists lack. */

/** What tokens of services begin with, as patterns. At least 16 characters follow, with a digit among them. */
const tokenStarts = [
  // Language models
  'sk- hf_ gsk_ xai- pplx- r8_ nvapi- jina_ fw_ tgp_v1_ csk- AIza',
  // Code and packages
  'gh[pousr]_ github_pat_ gl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat)- ATATT3 ATCTT3 ATBB npm_ pypi- rubygems_ cio dckr_(?:pat|oat)_ sq[up]_ sgp_',
  // Clouds
  'do[opr]_v1_ dapi ya29\\. GOCSPX- LTAI v1\\.0- fo1_ fm[12]_ hv[sbr]\\. vercel_ nfp_ sbp_ sb_secret_ pscale_(?:tkn|pw|oauth)_ rnd_ ops_ tskey-',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\. pul- gl(?:sa|c)_ NRAK- phx_ sntr[yu]s_ lsv2_[ps]t_',
  // Payment and messages
  '[rs]k_(?:live|test|prod)_ whsec_ sq0[a-z]{3}- EAA[AG] shp(?:at|ss|ca|pa)_ rzp_(?:live|test)_ access-(?:sandbox|production)- EZ[AT]K',
  'xox[abeoprs]- xapp-\\d- SG\\. xkeysib- re_ key- pat-(?:na|eu)\\d- SK(?=[a-f\\d]{32}) PMAK-',
  // Plans, notes and designs
  'lin_(?:api|oauth)_ ntn_ secret_ figd_ pat[A-Za-z\\d]{14}\\. CFPAT- duffel_(?:live|test)_',
]

/** Patterns whose whole match is a secret; first parts of several lines. */
export const secretFormats: readonly RegExp[] = [
  /<private>[^]*?(?:<\/private>|$)/giu,
  /-----BEGIN (?:[A-Z\d]+ )*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]+-----|$)/gu,
  /\bPuTTY-User-Key-File-\d[^]*?(?:Private-MAC: *\w+|$)/gu,
  new RegExp(
    String.raw`(?<![A-Za-z\d])(?:${tokenStarts.join(' ').replaceAll(' ', '|')})(?=[A-Za-z_.=+/-]{0,100}\d)(?:[\w=+/-]|\.(?!\.)){16,}`,
    'gu',
  ),
  /\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z\d])[A-Z\d]{16}\b/gu,
  /\bAGE-SECRET-KEY-1[A-Z\d]{20,}/gu,
  /(?<![\w.-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/gu,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}|\bwebhook\.office\.com\/webhookb2\/[\w@/-]{20,}/gu,
  /\b\d{8,10}:AA[\w-]{32,}/gu,
  /\b[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}/gu,
  /[\w.~]{3}\dQ~[\w.~-]{31,34}/gu,
  // Hashes of passwords, which can be guessed from them.
  /\$(?:2[abxy]|apr1|1|5|6|7|y|gy|argon2(?:id|i|d)|scrypt)\$[\w./$=,+-]{20,}/gu,
]
