package io.sluice.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.0.1, 10.1.0.1",
    "255.255.255.255, 255.255.255.255",
    "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "::, ::",
    "::1, ::1",
    "fe80::, fe80::",
    "::ffff:10.0.0.1, 10.0.0.1",
  })
  void printsTheCanonicalText(String text, String canonical) {
    assertThat(Address.parse(text)).hasToString("Optional[" + canonical + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "10.1",
        "10.1.2",
        "010.1.2.3",
        "10.1.2.256",
        "10.1.2.3.4",
        "1.2.3.4/24",
        "fe80::1%eth0",
        "[::1]",
        "localhost",
        "example.com",
        ":::",
        "0x0a.1.2.3",
        "1:2"
      })
  void refusesWhatOthersMightReadDifferently(String text) {
    assertThat(Address.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "10.244.0.0/16, 10.244.255.255, true",
    "10.244.0.0/16, 10.245.0.0, false",
    "10.244.7.9/16, 10.244.0.1, true",
    "0.0.0.0/0, 8.8.8.8, true",
    "0.0.0.0/0, ::1, false",
    "10.0.0.1/32, 10.0.0.1, true",
    "fd00::/8, fd12:3456::1, true",
    "fd00::/8, fe12::1, false",
  })
  void knowsWhatLiesInAPrefix(String prefix, String address, boolean inside) {
    assertThat(Prefix.parse(prefix).orElseThrow().contains(Address.parse(address).orElseThrow()))
        .isEqualTo(inside);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.0",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "::/129",
        "/8",
        "1.2.3.4/08"
      })
  void refusesMalformedPrefixes(String text) {
    assertThat(Prefix.parse(text)).isEmpty();
  }
}
