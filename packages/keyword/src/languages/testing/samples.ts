import type { OtherLanguage } from '../language.js'

/** A note in each language, as people write them. */
export const samples: Readonly<Record<OtherLanguage, string>> = {
  da: `Vi har besluttet, at sikkerhedskopierne skal gemmes på den nye server. Mødet med leverandøren er flyttet til fredag,
fordi kontrakten endnu ikke er blevet underskrevet. Hvis der opstår fejl, skal man først kontrollere indstillingerne.`,
  de: `Wir haben beschlossen, dass die Sicherungskopien auf dem neuen Server gespeichert werden. Das Treffen mit dem Lieferanten
ist auf Freitag verschoben, weil die Verträge noch nicht unterschrieben sind. Für größere Häuser gelten andere Regeln.`,
  es: `Hemos decidido que las copias de seguridad se guarden en el nuevo servidor. La reunión con el proveedor se ha aplazado
hasta el viernes porque todavía no se han firmado los contratos. Las canciones del niño están en la otra carpeta.`,
  fi: `Olemme päättäneet, että varmuuskopiot tallennetaan uudelle palvelimelle. Kokous toimittajan kanssa on siirretty
perjantaihin, koska sopimuksia ei ole vielä allekirjoitettu. Jos virheitä löytyy, asetukset pitää tarkistaa ensin.`,
  fr: `Nous avons décidé que les sauvegardes seront conservées sur le nouveau serveur. La réunion avec le fournisseur a été
reportée à vendredi, parce que les contrats ne sont pas encore signés. L'élève a corrigé les erreurs de l'année dernière.`,
  hu: `Úgy döntöttünk, hogy a biztonsági mentések az új kiszolgálón lesznek. A szállítóval való megbeszélést péntekre
halasztottuk, mert a szerződéseket még nem írták alá. Ha hibák vannak, először a beállításokat kell ellenőrizni.`,
  it: `Abbiamo deciso che le copie di sicurezza saranno conservate sul nuovo server. La riunione con il fornitore è stata
rinviata a venerdì, perché i contratti non sono ancora firmati. Le città più grandi hanno altre regole per i rifiuti.`,
  nl: `Wij hebben besloten dat de reservekopieën op de nieuwe server worden bewaard. De vergadering met de leverancier is naar
vrijdag verplaatst, omdat de overeenkomsten nog niet zijn ondertekend. Voor grotere huizen gelden andere regels.`,
  no: `Vi har besluttet at sikkerhetskopiene skal lagres på den nye serveren. Møtet med leverandøren er flyttet til fredag,
fordi avtalen ennå ikke er blitt undertegnet av noen. Hvis det oppstår feil, må man først kontrollere innstillingene.`,
  pt: `Decidimos que as cópias de segurança serão guardadas no novo servidor. A reunião com o fornecedor foi adiada para
sexta-feira, porque os contratos ainda não foram assinados. As decisões do mês passado estão na outra pasta.`,
  ro: `Am hotărât că toate copiile de siguranță vor fi păstrate pe serverul nou. Întâlnirea cu furnizorul a fost amânată până
vineri, pentru că încă nu s-au semnat contractele. Dacă apar erori, trebuie verificate mai întâi opțiunile.`,
  ru: `Мы решили, что резервные копии будут храниться на новом сервере. Встреча с поставщиком перенесена на пятницу, потому
что договоры ещё не подписаны. Если возникнут ошибки, сначала нужно проверить настройки и прочитать книги.`,
  sv: `Vi har beslutat att säkerhetskopiorna ska sparas på den nya servern. Mötet med leverantören är flyttat till fredag,
eftersom avtalen ännu inte har blivit undertecknade. Om det finns fel måste man först kontrollera inställningarna.`,
  tr: `Yedek kopyaların yeni sunucuda saklanmasına karar verdik. Tedarikçi ile toplantı cuma gününe ertelendi, çünkü
sözleşmeler henüz imzalanmadı. Hata olursa önce ayarlar için bu dosyaya bakmak gerekir, sonra her şey daha kolay olur.`,
}
