package dev.adk4j.prompt;

import dev.adk4j.prompt.NonceSource.RecordKind;
import java.util.regex.Pattern;

/** Uses ids as nonces if they fit into a tag. */
record RecordIdNonces(NonceSource otherwise) implements NonceSource {

  private static final Pattern FITS = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  @Override
  public String nonceFor(RecordKind kind, String recordId) {
    return FITS.matcher(recordId).matches() ? recordId : otherwise.nonceFor(kind, recordId);
  }

  @Override
  public String nonceForCall(String callId, String checksum) {
    return FITS.matcher(checksum).matches() ? checksum : otherwise.nonceForCall(callId, checksum);
  }

  @Override
  public String toString() {
    return "NonceSource[record-id]";
  }
}
