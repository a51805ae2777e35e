package dev.adk4j.bytes.url;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** Defines the hosts and addresses that a fetch may reach. */
final class UrlHosts {

  private static final Pattern ENTRY =
      Pattern.compile("((\\*\\.)?[a-z0-9]([a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

  private UrlHosts() {}

  static boolean isEntry(String host) {
    return ENTRY.matcher(host).matches();
  }

  static String normalize(String host) {
    String lower = host.strip().toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  static boolean allows(UrlReaderPolicy policy, URI uri) {
    String scheme = uri.getScheme();
    if (!"https".equals(scheme) && !("http".equals(scheme) && policy.plainHttp())) {
      return false;
    }
    String host = normalize(uri.getHost());
    boolean ownPort = uri.getPort() < 0 || uri.getPort() == ("https".equals(scheme) ? 443 : 80);
    String port = ownPort ? "" : ":" + uri.getPort();
    if (policy.allowedHosts().contains(host + port)) {
      return true;
    }
    for (int dot = host.indexOf('.'); dot > 0; dot = host.indexOf('.', dot + 1)) {
      if (policy.allowedHosts().contains("*" + host.substring(dot) + port)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true for an address that is reachable only from this machine or its network, or that
   * belongs to no host.
   */
  static boolean isSpecial(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return true;
    }
    byte[] b = address.getAddress();
    return address instanceof Inet6Address ? isSpecial6(b) : isSpecial4(b, 0);
  }

  private static boolean isSpecial4(byte[] b, int at) {
    int first = b[at] & 0xFF;
    int second = b[at + 1] & 0xFF;
    int third = b[at + 2] & 0xFF;
    return first == 0
        || first == 10
        || first == 127
        || first >= 224
        || (first == 100 && second >= 64 && second < 128)
        || (first == 168
            && second == 63
            && third == 129
            && (b[at + 3] & 0xFF) == 16) // a cloud provider's internal address
        || (first == 169 && second == 254)
        || (first == 172 && second >= 16 && second < 32)
        || (first == 192 && second == 168)
        || (first == 192 && second == 0 && (third == 0 || third == 2))
        || (first == 192 && second == 88 && third == 99)
        || (first == 198 && (second == 18 || second == 19))
        || (first == 198 && second == 51 && third == 100)
        || (first == 203 && second == 0 && third == 113);
  }

  // Only 2000::/3 is allocated; inside it, an address that embeds an IPv4 address must not embed a
  // special one.
  private static boolean isSpecial6(byte[] b) {
    int first = (b[0] & 0xFF) << 8 | (b[1] & 0xFF);
    int second = (b[2] & 0xFF) << 8 | (b[3] & 0xFF);
    if (first == 0x64 && second == 0xFF9B) {
      // 64:ff9b::/96 reaches all of IPv4; 64:ff9b:1::/48 is a network's own prefix for internal
      // addresses.
      return !Arrays.equals(b, 4, 12, new byte[8], 0, 8) || isSpecial4(b, 12);
    }
    return (b[0] & 0xE0) != 0x20
        || (isIsatap(b) && isSpecial4(b, 12))
        || (first == 0x2001 && second < 0x200)
        || (first == 0x2001 && second == 0xDB8)
        || (first == 0x3FFF && second < 0x1000)
        || (first == 0x2002 && isSpecial4(b, 2));
  }

  private static boolean isIsatap(byte[] b) {
    return (b[8] & 0xFD) == 0 && b[9] == 0 && (b[10] & 0xFF) == 0x5E && (b[11] & 0xFF) == 0xFE;
  }
}
