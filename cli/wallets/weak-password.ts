/** The minimum length of a password, in characters (NIST SP 800-63B, section 5.1.1.2). */
const leastLength = 8

/**
 * Common passwords of eight characters or more, in lower case. The sources are
 * https://en.wikipedia.org/wiki/List_of_the_most_common_passwords, the NCSC's list of 2019, and common words of the crypto field.
 */
const common = new Set(
  `password passw0rd 12345678 123456789 1234567890 0123456789 87654321 987654321 123123123 11111111 00000000 88888888 12341234 11223344
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 qazwsxedc asdfghjk asdfghjkl zxcvbnm1
  abcd1234 abcdefgh a1b2c3d4 abc12345 abc123456 aa123456 123qwe123 qwe123qwe 1234qwer asdf1234 iloveyou princess sunshine football baseball
  superman starwars whatever trustno1 computer michelle jennifer liverpool chocolate charlie1 michael1 jessica1 babygirl basketball butterfly
  internet corvette mercedes samantha elizabeth victoria pokemon1 welcome1 welcome123 letmein1 letmein123 dragon123 monkey123 master123
  admin123 admin1234 administrator changeme changeme123 default1 secret123 test1234 testtest mypassword yourpassword newpassword
  correcthorsebatterystaple metamask ethereum bitcoin1 satoshi1 blockchain keystore latchkey wallet123 mywallet hodlhodl`.split(
    /\s+/,
  ),
)

/** Digits and signs that stand for letters, as in `p@ssw0rd`. */
const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
  '!': 'i',
}

/** Returns why a new password is too weak; undefined if it isn't. An attacker with the key file can try passwords without limit. */
export function weaknessOf(password: string): string | undefined {
  const characters = [...password.normalize('NFKC')]
  if (characters.length < leastLength) return `has fewer than ${leastLength} characters`
  if (new Set(characters).size <= 2) return 'repeats one or two characters'
  const plain = characters.join('').toLowerCase().trim()
  // Without its digits and signs at the end, `Password2024!` is `password`.
  const word = plain.replace(/[\d\W_]+$/u, '')
  const spelled = word.replace(/[01345$@!]/g, (one) => letters[one] ?? one)
  return [plain, word, spelled].some((one) => common.has(one))
    ? 'is a common one, which is tried first'
    : undefined
}
