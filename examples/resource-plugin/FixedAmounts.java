import io.fabric8.kubernetes.api.model.Quantity;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.sluice.manager.provider.sharing.plugin.ReaderService;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A resource plugin that lends what a file says, a line for each amount: {@code milan.cpu=4}. Run
 * it with {@code java -cp 'lib/*' FixedAmounts.java PORT FILE}; changes of the file are told.
 */
public final class FixedAmounts {
  private static final Set<StreamObserver<String>> LISTENERS = ConcurrentHashMap.newKeySet();

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[1]);
    Server server =
        OkHttpServerBuilder.forPort(
                Integer.parseInt(arguments[0]), InsecureServerCredentials.create())
            .addService(service(file))
            .build()
            .start();
    System.out.println("listening on " + server.getPort());
    FileTime known = Files.getLastModifiedTime(file);
    while (true) {
      Thread.sleep(100);
      FileTime now = Files.getLastModifiedTime(file);
      if (!now.equals(known)) {
        known = now;
        LISTENERS.forEach(listener -> listener.onNext("")); // everybody's
      }
    }
  }

  private static ServerServiceDefinition service(Path file) {
    return ServerServiceDefinition.builder("resource_reader")
        .addMethod(
            ReaderService.READ,
            ServerCalls.asyncUnaryCall((consumer, answer) -> read(file, consumer, answer)))
        .addMethod(
            ReaderService.REMOVE,
            ServerCalls.asyncUnaryCall(
                (consumer, answer) -> {
                  answer.onNext("");
                  answer.onCompleted();
                }))
        .addMethod(
            ReaderService.SUBSCRIBE,
            ServerCalls.asyncServerStreamingCall((nothing, listener) -> LISTENERS.add(listener)))
        .build();
  }

  private static void read(
      Path file, String consumer, StreamObserver<List<ReaderService.Resources>> answer) {
    Properties lines = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      lines.load(in);
    } catch (IOException e) {
      answer.onError(e);
      return;
    }
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    for (String line : lines.stringPropertyNames()) {
      if (line.startsWith(consumer + ".")) {
        amounts.put(line.substring(consumer.length() + 1), new Quantity(lines.getProperty(line)));
      }
    }
    answer.onNext(List.of(new ReaderService.Resources(amounts, "")));
    answer.onCompleted();
  }
}
