/**
 * A certificate for `receiver.test` that signs itself, and its key. Both are for tests and open nothing anywhere. They were
 * made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=receiver.test
 * -addext subjectAltName=DNS:receiver.test`.
 */
export const RECEIVER_TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0UkIALEtNNBzvSEr
PM5j+dnnkQGagkSibXy5QaRTNG2hRANCAAQpz0yVVseF0zGxVxc3gn6/rUs2X5Ra
BVUmtIvHm5hz1GCX/y/gpoqso6ANc9RGvEgxjT9sMIg1PkgIcXxNjVbS
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIURP/SY7oohF8q6i7W1/5Xv/1NJtEwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMTUxNTI4MjlaGA8yMTI2
MTAyMjE1MjgyOVowGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCnPTJVWx4XTMbFXFzeCfr+tSzZflFoFVSa0i8ebmHPU
YJf/L+CmiqyjoA1z1Ea8SDGNP2wwiDU+SAhxfE2NVtKjbTBrMB0GA1UdDgQWBBR3
UmnkfIcOOxptaYS0FFmvmLqI7jAfBgNVHSMEGDAWgBR3UmnkfIcOOxptaYS0FFmv
mLqI7jAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3Qw
CgYIKoZIzj0EAwIDSQAwRgIhAJUNvuZOGqAMpakEgYXxrGvhmrz/z6QSSdshwXn5
1xdTAiEAyLDOtuHke7dQPRPzwGeGQ1NR7Hd0XQoh22xAwac9gRU=
-----END CERTIFICATE-----
`,
} as const
