import type { ErrorTexts } from '../strings.ts'

const mistake = 'Halaman ini membuat kesalahan. Laporkan kode ini kepada pemilik situs.'
const setUp = 'Halaman ini belum disiapkan untuk ini. Laporkan kode ini kepada pemilik situs.'
const networkSetUp = 'Halaman ini belum disiapkan untuk jaringan ini. Laporkan kode ini kepada pemilik situs.'
const connectFirst = 'Hubungkan dompet terlebih dahulu.'
const notUsed = 'Halaman ini tidak mendukung jaringan itu. Pilih salah satu dari daftarnya.'
const together = 'Dompet tidak dapat menjalankan langkah ini bersamaan. Coba dompet lain.'
const unusable = 'Dompet atau jaringan mengirim respons yang tidak valid. Coba lagi nanti.'
const server = 'Server yang dibutuhkan halaman ini gagal. Coba lagi sebentar lagi.'
const frame = 'Dompet di halaman ini tidak merespons. Coba lagi.'
const signIn = 'Anda belum bisa masuk. Hubungkan dompet dan pilih jaringan terlebih dahulu.'
const usedEarly = 'Dompet digunakan sebelum terhubung. Hubungkan dompet terlebih dahulu.'
const signInFailed = 'Proses masuk tidak dapat dimulai. Coba lagi sebentar lagi.'
const otherMessage =
  'Tanda tangan tidak cocok dengan permintaan halaman ini, jadi Anda belum masuk. Coba lagi.'
const wrongTime =
  'Waktu proses masuk salah, jadi Anda belum masuk. Periksa jam perangkat ini, lalu coba lagi.'
const unverified = 'Proses masuk Anda tidak dapat diverifikasi. Coba lagi nanti.'

/** What each error code means to a visitor. */
export const indonesianErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input':
    'Sebuah kolom ditolak; pesan menyebutkan kolom dan alasannya. Perbaiki kolom yang disebut pesan.',
  'validation/invalid-amount':
    'Jumlah bukan angka desimal, atau desimalnya lebih banyak dari aset. Tulis angka dengan paling banyak satu titik dan tidak melebihi desimal aset, misalnya 0.25.',
  'validation/invalid-address':
    'Ini bukan alamat yang valid di jaringan ini, atau ada salah ketik. Salin lagi dari sumbernya; jangan perbaiki secara manual.',
  'validation/amount-and-receiver-required':
    'Jumlah atau penerima belum diisi. Masukkan jumlah dan alamat penerima.',
  'validation/token-required': 'Token belum dipilih. Pilih token yang akan dikirim.',
  'validation/unsupported-chain': 'Pengiriman tidak tersedia di jaringan ini. Beralihlah ke jaringan lain.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'Alamat ini mirip alamat yang Anda kenal tetapi berbeda, atau tidak ada yang memegang kuncinya. Bandingkan setiap karakter, lalu konfirmasi.',
  'validation/insufficient-balance':
    'Saldo akun kurang dari jumlah ditambah biaya. Kirim lebih sedikit, atau isi akun terlebih dahulu.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/no-modal': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'config/feature-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added':
    'Dompet tidak punya jaringan ini, dan jaringan itu tidak ditambahkan. Tambahkan di dompet, lalu ganti lagi.',
  'network/switch-failed':
    'Dompet diminta beralih tetapi masih di jaringan lain. Ganti jaringan di dompet itu sendiri.',
  'network/invalid-chain-id':
    'ID chain dompet bukan angka, atau dompet menolak yang diminta. Ganti jaringan di dompet itu sendiri; jika terjadi lagi, laporkan kepada pengembang dompet.',
  'network/wrong-chain':
    'Dompet berada di jaringan yang berbeda dari permintaan. Tidak ada yang dikirim. Alihkan dompet ke jaringan yang diharapkan dan coba lagi.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'Koneksi berakhir. Hubungkan dompet lagi.',
  'connection/no-accounts': 'Dompet tidak punya akun untuk jaringan ini. Buat atau pilih akun di dompet.',
  'connection/account-not-connected':
    'Dompet tidak membagikan akun ini. Pilih akun itu di dompet, atau gunakan akun yang terhubung.',
  'connection/connector-not-found':
    'Dompet tidak ditemukan; mungkin dinonaktifkan. Pasang atau aktifkan, lalu muat ulang halaman.',
  'connection/provider-not-found':
    'Dompet mengumumkan diri tanpa penyedia. Muat ulang halaman; jika terjadi lagi, pasang ulang dompet.',
  'connection/namespace-not-configured':
    'Dompet tidak terhubung di jaringan ini. Hubungkan lagi, dan izinkan jaringan ini.',
  'connection/failed': 'Dompet tidak dapat terhubung. Coba lagi; jika terjadi lagi, mulai ulang dompet.',
  'connection/disconnect-failed':
    'Halaman sudah terputus, tetapi setidaknya satu dompet tidak mengonfirmasinya. Hapus koneksi di dompet juga.',
  'connection/walletconnect-not-found': 'Halaman ini belum disiapkan untuk WalletConnect. Pilih dompet lain.',
  'connection/pairing-expired':
    'Tautan koneksi tidak digunakan tepat waktu. Mulai lagi dan pindai kode baru.',
  'connection/pairing-attempts':
    'Tautan koneksi kedaluwarsa dan diperbarui beberapa kali tanpa digunakan. Hubungkan lagi saat dompet Anda siap.',
  'connection/relay-unreachable':
    'Server antara halaman ini dan dompet tidak merespons. Matikan pemblokir konten untuk halaman ini, lalu coba lagi.',
  'session/expired':
    'Koneksi tidak valid, sering karena jam yang salah. Periksa pengaturan waktu perangkat Anda dan hubungkan lagi.',
  'wallet/user-rejected':
    'Anda menolak permintaan di dompet. Tidak ada yang dilakukan; Anda bisa mencoba lagi kapan saja.',
  'wallet/unauthorized':
    'Dompet tidak mengizinkan permintaan ini dari situs ini. Hubungkan dompet lagi, dan izinkan di sana.',
  'wallet/disconnected': 'Dompet tidak terhubung ke chain mana pun. Periksa jaringan dompet, lalu coba lagi.',
  'wallet/chain-disconnected':
    'Dompet tidak terhubung ke chain ini. Ganti jaringan di dompet, atau tunggu sampai dapat dijangkau lagi.',
  'wallet/request-pending':
    'Dompet masih menampilkan permintaan sebelumnya. Buka dompet dan jawab permintaan yang menunggu.',
  'wallet/invalid-answer': 'Dompet mengirim respons tidak valid, yang tidak digunakan. Perbarui dompet.',
  'wallet/closed-during-request':
    'Dompet terputus saat ada permintaan terbuka; dompet masih bisa menjalankannya. Sebelum mencoba lagi, periksa di dompet apakah permintaan sudah dijalankan.',
  'wallet/timeout':
    'Dompet tidak merespons tepat waktu; dompet masih bisa menjalankan permintaan. Sebelum mencoba lagi, periksa di dompet apakah ada permintaan yang menunggu.',
  'wallet/request-expired':
    'Permintaan kedaluwarsa sebelum dijawab di dompet. Coba lagi, dan jawab di dompet dalam lima menit.',
  'wallet/answer-missed':
    'Halaman tertidur terlalu lama atau kehilangan koneksi ke dompet, sehingga jawaban dompet mungkin hilang. Sebelum mencoba lagi, periksa di dompet apakah permintaan sudah dijalankan.',
  'wallet/send-in-progress':
    'Transaksi sebelumnya dari akun yang sama belum dijawab. Jawab transaksi itu di dompet terlebih dahulu.',
  'wallet/send-spent':
    'Ini sudah dikirim ke dompet dan tidak dikirim dua kali. Periksa apakah berhasil; jika tidak, mulai lagi.',
  'wallet/fee-above-limit':
    'Biaya jaringan lebih tinggi dari yang Anda setujui, jadi tidak ada yang dikirim. Tinjau biaya baru, atau coba lagi nanti.',
  'wallet/feature-unsupported': 'Dompet tidak mendukung ini. Perbarui dompet, atau pilih yang lain.',
  'wallet/method-unsupported':
    'Dompet tidak mendukung ini, atau tidak diizinkan. Perbarui dompet, atau pilih yang lain.',
  'wallet/transaction-altered':
    'Dompet menandatangani transaksi yang berbeda dari yang diminta. Transaksi itu tidak dikirim. Coba lagi; jika terjadi lagi, laporkan kepada pengembang dompet.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected':
    'Anda menolak peningkatan akun yang dibutuhkan. Terima di dompet, lalu coba lagi.',
  'calls/not-atomic': together,
  'ledger/unavailable':
    'Peramban ini tidak dapat menjangkau Ledger. Gunakan Chrome, Edge, atau Brave di komputer.',
  'ledger/locked': 'Ledger Anda terkunci. Buka kuncinya, lalu coba lagi.',
  'ledger/wrong-app':
    'Aplikasi lain terbuka di Ledger Anda. Buka aplikasi jaringan ini di Ledger, lalu coba lagi.',
  'ledger/unplugged': 'Ledger Anda terputus. Pasang, buka kuncinya, buka aplikasinya, lalu coba lagi.',
  'ledger/other-account':
    'Ledger ini memiliki akun yang berbeda dari yang terhubung. Pasang Ledger yang lain, atau putuskan lalu hubungkan yang ini.',
  'ledger/blind-signing-off':
    'Ledger Anda tidak dapat menampilkan rincian permintaan ini. Untuk tetap menandatanganinya, aktifkan “Blind signing” di pengaturan aplikasi pada Ledger.',
  'adapter/unsupported': 'Dompet ini tidak mendukungnya. Gunakan dompet lain.',
  'adapter/wallet-not-ready':
    'Dompet terpasang tetapi terkunci atau belum disiapkan. Buka kunci dompet dan coba lagi.',
  'adapter/load-error':
    'Kode dompet gagal dimuat. Periksa koneksi dan pemblokir konten, lalu muat ulang halaman.',
  'adapter/config-error': 'Dompet menolak konfigurasi halaman ini. Laporkan kode ini kepada pemilik situs.',
  'adapter/connection-error': 'Koneksi ke dompet gagal atau terputus. Hubungkan dompet lagi.',
  'adapter/disconnected': 'Dompet mengakhiri koneksi. Hubungkan dompet lagi.',
  'adapter/account-error': 'Akun dompet tidak dapat dibaca. Pilih akun di dompet dan coba lagi.',
  'adapter/public-key-error':
    'Kunci publik dompet tidak dapat dibaca. Pilih akun lain di dompet, atau perbarui dompet.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'Dompet menerima transaksi tetapi tidak dapat mengirimnya. Periksa statusnya di dompet, lalu coba lagi.',
  'adapter/sign-transaction-error': 'Dompet tidak dapat menandatangani transaksi. Coba lagi.',
  'adapter/sign-message-error': 'Dompet tidak dapat menandatangani pesan. Coba lagi.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'Dompet atau jaringan tidak mendukung ini. Gunakan dompet lain.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/not-kept': 'Server jaringan tidak menyimpan data ini. Coba lagi nanti.',
  'rpc/refused': 'Server jaringan menolak halaman ini. Coba lagi nanti.',
  'rpc/transaction-rejected': 'Jaringan menolak transaksi. Tidak ada yang dikirim. Coba lagi.',
  'rpc/limit-exceeded': 'Jaringan sedang sibuk. Tunggu sebentar, lalu coba lagi.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'Dompet ini tidak mendukung permintaan ini. Gunakan dompet lain.',
  'rpc/unreachable':
    'Server jaringan tidak dapat dijangkau, atau menolak halaman web. Coba lagi sebentar lagi.',
  'rpc/maybe-sent': 'Transaksi mungkin sudah dikirim. Periksa aktivitas Anda sebelum mengirim lagi.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': 'Biaya maksimum transaksi melebihi batas node. Turunkan biayanya.',
  'node/fee-cap-too-low':
    'Biaya maksimum transaksi di bawah biaya dasar blok. Naikkan biaya, atau tunggu sampai biaya dasar turun.',
  'node/nonce-too-high':
    'Transaksi sebelum ini belum ada. Tunggu transaksi sebelumnya, atau atur ulang riwayat akun di dompet.',
  'node/nonce-too-low':
    'Transaksi dengan nonce ini sudah dikirim; mungkin yang ini. Periksa apakah sudah masuk blok sebelum mengirim lagi.',
  'node/nonce-max': 'Akun tidak dapat mengirim transaksi lagi. Gunakan akun lain.',
  'node/insufficient-funds':
    'Saldo akun tidak mencukupi jumlah dan biaya maksimum. Isi akun, atau kirim lebih sedikit.',
  'node/intrinsic-gas-too-high': 'Batas gas transaksi melebihi batas blok. Turunkan batas gas.',
  'node/intrinsic-gas-too-low':
    'Batas gas terlalu rendah untuk data transaksi. Naikkan, atau kosongkan agar diperkirakan.',
  'node/transaction-type-unsupported':
    'Jaringan tidak mendukung jenis transaksi ini. Laporkan kode ini kepada pemilik situs.',
  'node/tip-above-fee-cap':
    'Biaya prioritas lebih tinggi dari biaya maksimum. Turunkan biaya prioritas, atau naikkan biaya maksimum.',
  'node/execution-reverted':
    'Kontrak membatalkan eksekusi; pesan memuat alasannya jika kontrak memberikannya. Periksa fungsi dan argumennya. Sering kali saldo atau izin terlalu rendah, atau argumennya salah.',
  'node/bad-signature':
    'Tanda tangan bukan milik pengirim transaksi ini di jaringan ini. Tanda tangani lagi; jika terjadi lagi, dompet mungkin menandatangani untuk jaringan atau versi lain.',
  'node/transaction-expired':
    'Transaksi yang ditandatangani berlaku selama sejumlah blok, yang sudah lewat. Tidak ada yang dikirim. Kirim lagi, dan konfirmasi di dompet lebih cepat.',
  'node/transaction-failed':
    'Transaksi gagal atau kedaluwarsa. Jika sudah masuk blok, biaya jaringan telah dibayar; selain itu tidak ada yang berpindah.',
  'node/transaction-replaced':
    'Transaksi lain menggantikannya, jadi yang ini tidak dapat terjadi lagi. Periksa di dompet Anda apa yang dikirim sebagai gantinya.',
  'node/transaction-unknown':
    'Tidak ada node yang menampilkan transaksi. Transaksi masih bisa tiba, jadi jangan kirim lagi sebelum memeriksa penjelajah.',
  'node/fee-too-low': 'Biaya jaringan terlalu rendah. Naikkan, lalu kirim lagi.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'Dompet di halaman ini gagal dimuat. Periksa pemblokir konten, lalu muat ulang halaman.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'Yang Anda masukkan belum lengkap atau tidak valid. Perbaiki, lalu coba lagi.',
  'frame/taken': 'Halaman ini sudah membuka dompet. Tutup proses masuk yang lain, atau muat ulang halaman.',
  'frame/failed': 'Dompet di halaman ini menolak permintaan. Coba lagi.',
  'social/popup-failed':
    'Masuk dengan penyedia membutuhkan jendela, yang tidak bisa dibuka di sini. Gunakan email atau dompet.',
  'social/popup-blocked': 'Browser tidak membuka jendela. Izinkan pop-up untuk halaman ini dan coba lagi.',
  'social/no-redirect':
    'Dompet tidak memberi tahu tempat masuk dimulai. Coba lagi, atau masuk dengan cara lain.',
  'social/timed-out': 'Penyedia tidak terjangkau tepat waktu. Coba lagi.',
  'social/untrusted-origin': 'Jendela menuju ke situs lain, jadi tidak ada yang diambil darinya. Coba lagi.',
  'social/popup-closed': 'Anda menutup jendela sebelum selesai. Coba lagi saat Anda siap.',
  'frame/window-blocked': 'Jendela dompet tidak terbuka. Izinkan pop-up untuk halaman ini, lalu coba lagi.',
  'frame/cooldown': 'Kami baru saja mengirimi Anda email. Tunggu satu menit, lalu coba lagi.',
  'data/balances-failed': 'Saldo Anda gagal dimuat. Coba lagi setelah setengah menit.',
  'data/history-failed': 'Transaksi Anda gagal dimuat. Coba lagi nanti.',
  'onramp/unsupported': 'Penyedia tidak mendukung jaringan ini. Pilih jaringan atau penyedia lain.',
  'onramp/invalid-link':
    'Halaman penyedia tidak dapat dibuka. Tidak ada yang dibeli. Coba lagi, atau pilih penyedia lain.',
  'onramp/no-price':
    'Penyedia tidak memberi harga untuk jumlah ini. Coba lagi, atau pilih jumlahnya di halaman penyedia.',
  'onramp/amount-out-of-range': 'Jumlah di luar batas penyedia. Pilih jumlah lain.',
  'onramp/timed-out':
    'Penyedia belum melaporkan pembelian. Jika Anda sudah membayar, token tetap akan tiba: periksa pembelian Anda di sana sebelum membeli lagi.',
  'siwx/not-enabled': 'Halaman ini tidak menggunakan proses masuk.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': 'Anda tidak menandatangani, jadi Anda belum masuk. Coba lagi saat Anda siap.',
  'siwx/smart-account': 'Halaman ini mungkin tidak mendukung jenis akun ini. Gunakan akun lain.',
  'siwx/initialize-failed': signInFailed,
  'siwx/invalid-message': otherMessage,
  'siwx/changed-message': otherMessage,
  'siwx/wrong-domain': otherMessage,
  'siwx/wrong-uri': otherMessage,
  'siwx/wrong-chain': otherMessage,
  'siwx/wrong-address': otherMessage,
  'siwx/wrong-nonce': otherMessage,
  'siwx/issued-in-future': wrongTime,
  'siwx/too-old': wrongTime,
  'siwx/not-yet-valid': wrongTime,
  'siwx/expired': wrongTime,
  'siwx/invalid-signature': otherMessage,
  'siwx/unverifiable': unverified,
  'siwx/other-user': 'Akun ini milik pengguna lain. Keluar, lalu masuk hanya dengan akun ini.',
  'siwx/server-failed': unverified,
  'siwx/not-authenticated': signInFailed,
  'siwx/no-message-params': signInFailed,
  'siwx/verify-failed': otherMessage,
  'siwx/siwe-failed': unverified,
  'siwx/incomplete-session': signInFailed,
  'name/resolve-failed': 'Pencarian nama gagal. Periksa ejaannya, atau coba lagi nanti.',
  'name/needs-gateway':
    'Alamat nama ini disimpan di luar jaringan, dan halaman ini tidak memintanya ke server lain. Masukkan alamatnya saja.',
  'name/suggestions-failed': 'Saran nama gagal dimuat. Coba lagi nanti.',
  'name/reverse-failed': 'Pencarian nama sebuah alamat gagal. Coba lagi nanti.',
  'name/register-failed': 'Nama tidak terdaftar. Pilih nama lain, atau coba lagi nanti.',
  'name/network-not-found': 'Tidak ada jaringan untuk mendaftarkan nama. Pilih jaringan terlebih dahulu.',
  'name/connector-not-found':
    'Nama didaftarkan dengan dompet tersemat, yang tidak terhubung. Hubungkan dengan email atau akun sosial terlebih dahulu.',
  'swap/gas-price-unsupported':
    'Layanan tidak punya harga gas untuk jaringan ini. Beralihlah ke jaringan yang mendukung penukaran.',
  'swap/unsupported':
    'Penukaran tidak tersedia di jaringan ini. Beralihlah ke jaringan yang mendukung penukaran.',
  'swap/no-address': 'Tidak ada akun jaringan EVM yang terhubung. Hubungkan dompet terlebih dahulu.',
  'swap/initialize-failed': 'Token untuk penukaran gagal dimuat. Coba lagi sebentar lagi.',
  'swap/price-failed': 'Harga token gagal dimuat. Penukaran tidak membutuhkannya. Bandingkan jumlah token.',
  'swap/no-quote':
    'Tidak ada penukaran untuk jumlah dan pasangan ini. Masukkan jumlah yang valid, atau pilih token lain.',
  'swap/allowance-failed': 'Izin token kontrak penukaran tidak dapat dibaca. Coba lagi sebentar lagi.',
  'swap/approval-failed':
    'Izin yang dibutuhkan penukaran tidak dapat disiapkan. Tidak ada yang ditandatangani. Coba lagi sebentar lagi.',
  'swap/build-failed':
    'Penukaran tidak dapat disiapkan. Tidak ada yang ditandatangani. Coba lagi sebentar lagi.',
  'swap/mismatch':
    'Penawaran atau transaksi layanan penukaran berbeda dari permintaan. Dompet Anda tidak diminta menandatanganinya. Jangan gunakan layanan ini; laporkan kode ini kepada pemilik situs.',
  'swap/changed':
    'Penukaran ini kini memberi lebih sedikit atau berbiaya lebih besar daripada yang ditampilkan. Dompet Anda tidak diminta menandatangani. Tinjau jumlah dan biaya baru, lalu tukar.',
  'swap/shortfall':
    'Penukaran berhasil, tetapi yang tiba kurang dari minimum yang disepakati. Simpan hash transaksi, dan laporkan kepada pengelola layanan penukaran.',
  'permissions/not-enabled': setUp,
  'permissions/unsupported-namespace':
    'Sesi hanya berfungsi di jaringan EVM. Hubungkan dompet EVM terlebih dahulu.',
  'permissions/invalid-request': mistake,
  'permissions/unsupported':
    'Dompet ini tidak mendukung izin itu. Lanjutkan tanpanya, atau hubungkan dompet lain.',
  'permissions/no-response':
    'Dompet tidak memberi tahu apa yang diberikannya. Periksa sesinya, lalu coba lagi.',
  'permissions/invalid-response':
    'Tidak diketahui apa yang diberikan dompet. Cabut sesi di dompet, atau gunakan dompet lain.',
  'permissions/other-grant':
    'Dompet memberi sesi yang berbeda dari yang diminta. Cabut di dompet, lalu coba lagi.',
  'permissions/unknown': 'Akun ini tidak punya sesi ini. Buka daftarnya lagi.',
  'permissions/list-failed': 'Sesi yang diberikan di tempat lain gagal dimuat. Coba lagi nanti.',
  'permissions/revoke-failed': 'Sesi masih aktif. Coba lagi, atau cabut di dompet.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'Dompet tidak memberi kunci publik. Pilih akun di dompet.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found': 'Akun tidak ada di jaringan. Isi akun, atau periksa alamatnya.',
  'solana/address-not-found': 'Dompet tidak memberi alamat. Pilih akun di dompet.',
  'solana/empty-result': 'Dompet memberi jawaban kosong. Coba lagi; jika terjadi lagi, perbarui dompet.',
  'solana/invalid-chain-id': 'Dompet tidak punya jaringan ini. Pilih jaringan yang didukung dompet.',
  'solana/invalid-transactions': 'Dompet mengirim respons yang tidak valid. Gunakan dompet lain.',
  'solana/version-unsupported': 'Dompet tidak dapat menandatangani jenis transaksi ini. Gunakan dompet lain.',
  'flow/aborted': 'Tindakan dibatalkan. Anda bisa memulai lagi kapan saja.',
  'flow/superseded': 'Permintaan yang lebih baru menggantikannya dan terus berjalan.',
  'internal/unexpected':
    'Terjadi kesalahan tak terduga. Coba lagi; jika terjadi lagi, laporkan kode ini kepada pemilik situs.',
}
