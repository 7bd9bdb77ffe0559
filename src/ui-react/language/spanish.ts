import type { Locale, Strings } from './strings.ts'

/** Of Spain and America alike: neutral, and polite to whoever reads it. */
const strings: Strings = {
  'button.connect': 'Conectar billetera',
  'button.connecting': 'Conectando...',
  'button.connected': 'Conectada',
  'button.switchNetwork': 'Cambiar de red',
  'button.selectNetwork': 'Elegir red',
  'button.unreachable': 'No se pudo cargar. Revise su conexión.',

  'account.title': 'Cuenta',
  'account.copyAddress': 'Copiar dirección',
  'account.addressCopied': 'Dirección copiada',
  'account.readingBalance': 'Consultando el saldo',
  'account.noBalance': 'Saldo no disponible',
  'account.readAgain': 'Consultar de nuevo',
  'account.oldBalance': 'Sin actualizar. Consultar de nuevo',
  'account.network': 'Red',
  'account.accounts': 'Sus cuentas',
  'account.switchAddress': 'Cambiar de dirección',
  'account.explorer': 'Explorador de bloques',
  'account.disconnect': 'Desconectar',
  'account.disconnectFamily': 'Desconectar {family}',
  'account.disconnectAll': 'Desconectar todo',
  'account.alsoEnds': 'También termina {families}: comparten una sesión',

  'accountType.smartAccount': 'Cuenta inteligente',
  'accountType.payment': 'Pagos',
  'accountType.ordinal': 'Ordinals',
  'accountType.stx': 'Stacks',

  'allWallets.title': 'Todas las billeteras',
  'allWallets.search': 'Buscar billetera',
  'allWallets.none': 'Ninguna billetera encontrada',
  'allWallets.noneAdvice': 'Pruebe con un nombre más corto o conéctela con WalletConnect.',

  'approve.title': 'Aprobar transacción',
  'approve.check': 'Revise lo que muestra la billetera antes de aprobarlo.',
  'approve.waiting': 'Esperando a la billetera…',

  'connect.title': 'Conectar billetera',
  'connect.more': {
    one: 'Mostrar {count} billetera más',
    many: 'Mostrar {count} de billeteras más',
    other: 'Mostrar {count} billeteras más',
  },
  'connect.none': 'Ninguna billetera encontrada',
  'connect.install':
    'Instale una billetera en este navegador o actívela para este sitio. Aparecerá aquí por sí sola.',
  'connect.offersNone': 'Esta página no ofrece ninguna billetera para conectar.',
  'connect.allWallets': 'Todas las billeteras',

  'connecting.title': 'Abra {wallet} y apruebe',
  'connecting.advice': 'Confirme la conexión en la billetera.',
  'connecting.other': 'Usar otra billetera',

  'copy.done': 'Copiado',
  'copy.failed': 'No se pudo copiar',

  'error.copy': 'Copiar el error',
  'error.explain': '¿Qué es esto?',
  'error.unknown': 'No se sabe más de este error.',

  'failed.title': 'No ha funcionado',
  'failed.tryAgain': 'Reintentar',
  'failed.wallet/user-rejected.title': 'Solicitud rechazada',
  'failed.wallet/user-rejected.advice': 'No se compartió nada. Vuelva a intentarlo cuando quiera.',
  'failed.wallet/request-pending.title': 'Hay una solicitud pendiente',
  'failed.wallet/request-pending.advice': 'Abra {wallet} y responda a la solicitud que espera allí.',
  'failed.wallet/unauthorized.title': 'La billetera no lo permite',
  'failed.wallet/unauthorized.advice': 'Abra {wallet}, permita este sitio y vuelva a intentarlo.',
  'failed.wallet/timeout.title': 'Sin respuesta',
  'failed.wallet/timeout.advice': '{wallet} no respondió. Ábrala, desbloquéela y vuelva a intentarlo.',
  'failed.wallet/disconnected.title': '{wallet} no tiene conexión',
  'failed.wallet/disconnected.advice': 'Abra {wallet}, revise su conexión y vuelva a intentarlo.',
  'failed.connection/no-accounts.title': 'Ninguna cuenta compartida',
  'failed.connection/no-accounts.advice': 'Elija en {wallet} una cuenta que esta aplicación pueda ver.',
  'failed.connection/connector-not-found.title': '{wallet} ya no está',
  'failed.connection/connector-not-found.advice': 'Puede que se haya desactivado. Elija otra opción.',
  'failed.connection/pairing-expired.title': 'El código ha caducado',
  'failed.connection/pairing-expired.advice': 'Genere uno nuevo y vuelva a escanearlo.',
  'failed.network/switch-failed.title': 'La red no cambió',
  'failed.network/switch-failed.advice': '{wallet} sigue en la misma red. Cámbiela allí.',
  'failed.network/not-added.title': 'La billetera no la conoce',
  'failed.network/not-added.advice': '{wallet} no conoce esta red y no la añadió.',
  'failed.adapter/unsupported.title': '{wallet} no puede hacerlo por sí sola',
  'failed.adapter/unsupported.advice': 'Cambie de red dentro de la billetera.',

  'family.eip155': 'Redes EVM',
  'family.solana': 'Solana',
  'family.polkadot': 'Polkadot',
  'family.bip122': 'Bitcoin',
  'family.cosmos': 'Cosmos',

  'header.back': 'Atrás',
  'header.close': 'Cerrar',

  'legal.footer': 'Al conectar acepta {documents}',
  'legal.checkbox': 'Acepto {documents}',
  'legal.terms': 'los Términos del servicio',
  'legal.privacy': 'la Política de privacidad',

  'link.continue': 'Continúe en {wallet}',
  'link.accept': 'Acepte la solicitud de conexión en la billetera.',
  'link.preparing': 'Preparando la conexión',
  'link.moment': 'Tardará un momento.',
  'link.open': 'Abrir {wallet}',
  'link.unsafe': 'No es seguro abrir este enlace',
  'link.copy': 'Copiar enlace',
  'link.copied': 'Enlace copiado',
  'link.inApp': 'Esta página se abre en el navegador de la billetera. Conéctese allí.',
  'link.installed': 'Está instalada en este navegador.',
  'link.connect': 'Conectar',
  'link.notDetected': 'No detectada',
  'link.notInstalled': '{wallet} no está instalada en este navegador. Si lo está, actívela para este sitio.',
  'link.get': 'Obtener {wallet}',

  'multiChain.title': 'Elegir cadena',
  'multiChain.heading': 'Elija la cadena para {wallet}',
  'multiChain.advice': 'Esta billetera puede conectarse a cada una de ellas.',

  'network.any': 'la red',
  'network.notApproved': 'No aprobada por la billetera',
  'network.test': 'Prueba',
  'network.unknown': 'Red desconocida',

  'networks.title': 'Elegir red',
  'networks.search': 'Buscar red',
  'networks.none': 'Ninguna red encontrada',

  'notice.connected': 'Conectada',
  'notice.disconnected': 'Desconectada',
  'notice.switched': 'Ahora en {network}',
  'notice.switchDeclined': 'Cambio a {network} rechazado',

  'pairing.code': 'Código QR para conectar {wallet}',
  'pairing.making': 'Se está generando el código',
  'pairing.newCode': 'Código nuevo en {time}',
  'pairing.onPhone': 'Ábralo en este teléfono o escanéelo con otro',
  'pairing.scan': 'Escanee este código con su teléfono',
  'pairing.openAny': 'Abrir una billetera',

  'part.unreachable': 'No se pudo cargar una parte de esta página. Revise la conexión a internet.',

  'platform.label': 'Dónde está la billetera',
  'platform.browser': 'Navegador',
  'platform.mobile': 'Móvil',
  'platform.web': 'Web',
  'platform.desktop': 'Escritorio',

  'profile.title': 'Sus cuentas',

  'search.clear': 'Borrar la búsqueda',

  'switchAddress.title': 'Cambiar de dirección',
  'switchAddress.to': 'Cambiar',

  'switchFamily.title': 'Cambiar de cadena',
  'switchFamily.heading': 'Cambiar a {family}',
  'switchFamily.advice': '{wallet} no está conectada a {family}. Elija una billetera que lo admita.',
  'switchFamily.switch': 'Cambiar',

  'switchNetwork.title': 'Cambiar de red',
  'switchNetwork.heading': 'Apruebe en {wallet}',
  'switchNetwork.advice': 'Se le pide que pase a {network}.',
  'switchNetwork.stay': 'Seguir en la red actual',

  'unsupported.title': 'Cambiar de red',
  'unsupported.heading': '{app} no usa esta red',
  'unsupported.onNetwork': 'Su billetera está en {network}. Elija una de estas para continuar.',
  'unsupported.onOther': 'Su billetera está en otra ({id}). Elija una de estas para continuar.',
  'unsupported.thisApp': 'Esta aplicación',
  'unsupported.or': 'o',

  'view.unreachable': 'No se pudo cargar',
  'view.unreachableAdvice': 'Revise la conexión a internet y vuelva a abrirlo.',

  'wallet.yours': 'su billetera',
  'wallet.connected': 'la billetera conectada',
  'wallet.any': 'la billetera',
  'wallet.browser': 'Billetera del navegador',
  'wallet.installed': 'Instalada',
  'wallet.recent': 'Reciente',
  'wallet.noSource': 'No dice su origen',
  'wallet.sameSource': 'Varias dicen ser {source}',
  'wallet.takesPlace': 'En lugar de {wallet}',
  'wallet.anyByCode': 'Cualquiera, por código o enlace',
  'wallet.byCode': 'Código QR',

  'alert.dismiss': 'Descartar',
}

export const spanish: Locale = {
  strings,
  errors: async () => (await import('./spanish-errors.ts')).spanishErrors,
}
