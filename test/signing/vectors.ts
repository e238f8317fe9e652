/**
 * Published signatures. The HMAC ones are from the exchange's public REST documents (request security, SIGNED
 * request example; futures: SIGNED endpoint examples). Its published Ed25519 REST signatures are 256 bytes
 * long, which is impossible for Ed25519: the vectors of RFC 8032, section 7.1, are used instead.
 */
interface HmacVector {
  readonly about: string;
  readonly secret: string;
  readonly payload: string;
  readonly signature: string;
}

const SPOT_SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';

export const API_KEY = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A';

export const HMAC_VECTORS: readonly HmacVector[] = [
  {
    about: 'the LTCBTC order in a query or a body',
    secret: SPOT_SECRET,
    payload:
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
    signature: 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
  },
  {
    about: 'the LTCBTC order split over query and body, nothing between them',
    secret: SPOT_SECRET,
    payload:
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTCquantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
    signature: '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77',
  },
  {
    about: 'a symbol that is not ASCII, percent-encoded before it is signed',
    secret: SPOT_SECRET,
    payload:
      'symbol=%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
    signature: 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3',
  },
  {
    about: 'the futures order',
    secret: '2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9',
    payload:
      'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943',
    signature: '3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9',
  },
];

export const ED25519_VECTORS = [
  {
    about: 'RFC 8032 TEST 1, an empty message',
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    about: 'RFC 8032 TEST 2, the byte 72',
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: 'r',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
] as const;

/** Returns the private key of a 32-byte seed in PEM form (RFC 8410, section 7). */
export function ed25519Pem(seed: string): string {
  return pem('PRIVATE KEY', `302e020100300506032b657004220420${seed}`);
}

/** Returns a 32-byte public key in PEM form (RFC 8410, section 4). */
export function ed25519PublicPem(publicKey: string): string {
  return pem('PUBLIC KEY', `302a300506032b6570032100${publicKey}`);
}

function pem(label: string, hex: string): string {
  return `-----BEGIN ${label}-----\n${Buffer.from(hex, 'hex').toString('base64')}\n-----END ${label}-----\n`;
}
