package dev.turnstile.workload.trace.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

final class GzipInputTest {
  private static byte[] member(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static String content(byte[] file) throws IOException {
    try (InputStream in = new GzipInput(new ByteArrayInputStream(file))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void readsEveryMember() throws IOException {
    byte[] file = join(member("one\n"), member(""), member("two\n"));

    assertThat(content(file)).isEqualTo("one\ntwo\n");
  }

  @Test
  void anEmptyFileHasNoContent() throws IOException {
    assertThat(content(new byte[0])).isEmpty();
  }

  @Test
  void everyCutIsNoticedExceptTheOneBetweenMembers() throws IOException {
    byte[] first = member("one\n");
    byte[] file = join(first, member("two\n"));

    for (int length = 1; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      if (length == first.length) {
        assertThat(content(cut)).isEqualTo("one\n");
      } else {
        assertThatThrownBy(() -> content(cut)).isInstanceOf(TruncatedGzipException.class);
      }
    }
  }

  @Test
  void readsAHeaderWithNameCommentExtraFieldAndChecksum() throws IOException {
    byte[] plain = member("text");
    byte[] fields = {3, 0, 1, 2, 3, 'n', 0, 'c', 0, 7, 7};
    byte[] header = Arrays.copyOf(plain, 10);
    header[3] = 2 | 4 | 8 | 16;

    byte[] file = join(header, fields, Arrays.copyOfRange(plain, 10, plain.length));

    assertThat(content(file)).isEqualTo("text");
  }

  @Test
  void zerosAfterTheLastMemberArePadding() throws IOException {
    assertThat(content(join(member("text"), new byte[300]))).isEqualTo("text");
  }

  @Test
  void damageIsAnError() {
    byte[] wrongChecksum = member("some text");
    wrongChecksum[wrongChecksum.length - 6] ^= 1;

    assertThatThrownBy(() -> content(wrongChecksum))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("checksum");
    assertThatThrownBy(() -> content("plain text".getBytes(UTF_8)))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("not a gzip file");
    assertThatThrownBy(() -> content(join(member("text"), "more".getBytes(UTF_8))))
        .isInstanceOf(ZipException.class)
        .hasMessageContaining("after a member");
  }
}
