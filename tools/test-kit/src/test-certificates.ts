import type { TlsIdentity } from './loopback-server.js'

/*
 * Made for tests by `openssl ca -selfsign` with one P-256 key, which guards nothing. No system trusts them.
 */

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyl81VCGlzdyQJngw
ZVJZZ6rwapNK9KSorG1tYNqTZkqhRANCAASIE9imQ3WCqURbS/GGqoTjit1AP+tG
7WmCz6CI8xr4+NyjcVb51sWl0B1LEmVsIr6afOVZ8BQyH0/6553ZE32m
-----END PRIVATE KEY-----
`

/** Signed by itself, for `localhost` and 127.0.0.1, until 2124. */
export const selfSigned: TlsIdentity = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBVTCB/KADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yNDAxMDEwMDAwMDBaGA8yMTI0MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEiBPYpkN1gqlEW0vx
hqqE44rdQD/rRu1pgs+giPMa+Pjco3FW+dbFpdAdSxJlbCK+mnzlWfAUMh9P+ued
2RN9pqM9MDswGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBQx
B4l2sqmesMYn28fwQzvCXJeR7zAKBggqhkjOPQQDAgNIADBFAiEA0YZHHOM5qbnR
IiJGstBoru//LPFm6pOla7KIvsmnwFMCIDmIHX7vkp6LX03SPTrVbwv1SvSxjuq+
Bab/mz+/VcBT
-----END CERTIFICATE-----
`,
}

/** As `selfSigned`, but ended in February 2020. */
export const expired: TlsIdentity = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBUzCB+qADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMDAyMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIgT2KZDdYKpRFtL8Yaq
hOOK3UA/60btaYLPoIjzGvj43KNxVvnWxaXQHUsSZWwivpp85VnwFDIfT/rnndkT
faajPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUMQeJ
drKpnrDGJ9vH8EM7wlyXke8wCgYIKoZIzj0EAwIDSAAwRQIgUC59hzpjWiBtNT6x
SZlucJgdVWNrB3zBI193yVCM6A4CIQC8l/qYben+oJxljqS5s5om8KDmddKKXsFH
pcoPK5/8OQ==
-----END CERTIFICATE-----
`,
}

/** Signed by itself, for `other.example`, until 2124. */
export const otherHost: TlsIdentity = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBWzCCAQKgAwIBAgIBAzAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1vdGhlci5l
eGFtcGxlMCAXDTI0MDEwMTAwMDAwMFoYDzIxMjQwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1vdGhlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEiBPY
pkN1gqlEW0vxhqqE44rdQD/rRu1pgs+giPMa+Pjco3FW+dbFpdAdSxJlbCK+mnzl
WfAUMh9P+ued2RN9pqM7MDkwGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBsZTAdBgNV
HQ4EFgQUMQeJdrKpnrDGJ9vH8EM7wlyXke8wCgYIKoZIzj0EAwIDRwAwRAIgM5xY
ldtcSv3+E4CeqXUeed5mAOCtEkuC+6nWKZ3VVJ4CIHuXn4esQ07iA0tr+cNsDPCa
jWTjSqqeLpVaBFCsaOa0
-----END CERTIFICATE-----
`,
}
