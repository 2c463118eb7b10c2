/** Options for TLS that keep a server from making the handshake slow (§5.26). */
import { constants } from 'node:crypto';
import { createSecureContext, DEFAULT_CIPHERS } from 'node:tls';

/** OpenSSL's default groups without Diffie-Hellman over finite fields. Older versions lack some. */
const GROUPS = ['X25519MLKEM768', 'X25519', 'prime256v1', 'X448', 'secp521r1', 'secp384r1'];

function isKnown(group: string): boolean {
  try {
    createSecureContext({ ecdhCurve: group });
    return true;
  } catch {
    return false;
  }
}

export const TLS = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: GROUPS.filter(isKnown).join(':'),
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};
